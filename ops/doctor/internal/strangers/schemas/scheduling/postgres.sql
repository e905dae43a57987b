-- A scheduling application as Prisma makes it: text keys, names in camelCase, join tables with the columns A and B,
-- ON UPDATE CASCADE everywhere, some relations without a foreign key, and a history of migrations that is nobody's to move.
--
-- keys: "User".id "Account".id "Session".id "VerificationToken".id "Team".id "Profile".id "Schedule".id "EventType".id "Availability".id
-- keys: "Booking".id "BookingReference".id "Attendee".id "BookingSeat".id "Payment".id "Credential".id "DestinationCalendar".id
-- keys: "Webhook".id "Workflow".id "WorkflowStep".id "WorkflowsOnEventTypes".id "ApiKey".id "Impersonation".id "Feedback".id "AuditLog".id
-- keys: "Booking".uid
-- found: "Schedule".userId "Impersonation".impersonatedUserId "Impersonation".impersonatedById "Feedback".userId "AuditLog".actor
-- found: "AuditLog".target "TeamFeature".assignedById "Booking".fromReschedule
--
-- The table as the database spells it.
-- move: App.id
--
-- move: all
-- unmoved: Session.sessionToken BookingSeat.referenceUid _prisma_migrations.id VerificationToken.token
--
-- write: INSERT INTO "User" ("id", "email", "timeZone", "createdDate") VALUES ('{{User}}', 'w{{n}}@example.com', 'UTC', '2026-01-02 03:04:05')
-- write: INSERT INTO "EventType" ("id", title, "slug", length, "userId") VALUES ('{{EventType}}', 'w', 'w{{n}}', 30, '{{User}}')
-- write: INSERT INTO "_EventTypeToUser" ("A", "B") VALUES ('{{EventType}}', '{{User}}')
-- write: INSERT INTO "Booking" ("id", "uid", "userId", "eventTypeId", title, "startTime", "endTime", "createdAt") VALUES ('{{Booking}}', '{{Booking.uid}}', '{{User}}', '{{EventType}}', 'w', '2026-01-02 03:04:05', '2026-01-02 03:04:05', '2026-01-02 03:04:05')
-- write: INSERT INTO "Feedback" ("id", date, "userId", "rating") VALUES ('{{Feedback}}', '2026-01-02 03:04:05', '{{User}}', 'good')
--
-- old: UPDATE "EventType" SET length = 15 WHERE "userId" = '{{User 4}}'
-- old: DELETE FROM "_EventTypeToUser" WHERE "A" = '{{EventType 6}}'
-- old: DELETE FROM "User" WHERE "id" = '{{User 9}}'
-- old: UPDATE "User" SET "id" = '{{User 77}}' WHERE "id" = '{{User 8}}'
--
-- plan: SELECT * FROM "Hosts" WHERE "userId" = '{{User 7}}'
-- plan: SELECT * FROM "Calendar" WHERE "hostId" = '{{User 7}}'
CREATE TABLE "User" (
  "id" text NOT NULL PRIMARY KEY,
  "email" varchar(255) NOT NULL,
  "username" varchar(255),
  "name" varchar(255),
  "timeZone" varchar(255) NOT NULL,
  "defaultScheduleId" text,
  "createdDate" timestamp(3) NOT NULL,
  "metadata" jsonb
);
CREATE UNIQUE INDEX "User_email_key" ON "User" ("email");
CREATE INDEX "User_defaultScheduleId_idx" ON "User" ("defaultScheduleId");
INSERT INTO "User" ("id", "email", "username", "name", "timeZone", "defaultScheduleId", "createdDate", "metadata")
SELECT key_of('User', n),
  'u' || n || '@example.com',
  CASE WHEN n % 3 > 0 THEN 'username ' || n END,
  CASE WHEN n % 3 > 0 THEN 'name ' || n END,
  'timeZone ' || n,
  CASE WHEN n % 4 > 0 THEN key_of('Schedule', 1 + (n - 1) % 30) END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour',
  CASE WHEN n % 3 > 0 THEN jsonb_build_object('n', n) END
FROM numbers WHERE n <= 40;

CREATE TABLE "Account" (
  "id" text NOT NULL PRIMARY KEY,
  "userId" text NOT NULL,
  "provider" varchar(255) NOT NULL,
  "providerAccountId" varchar(255) NOT NULL,
  "refresh_token" text
);
CREATE INDEX "Account_userId_idx" ON "Account" ("userId");
CREATE UNIQUE INDEX "Account_provider_providerAccountId_key" ON "Account" ("provider", "providerAccountId");
INSERT INTO "Account" ("id", "userId", "provider", "providerAccountId", "refresh_token")
SELECT key_of('Account', n),
  key_of('User', 1 + (n - 1) % 40),
  'provider ' || n,
  'providerAccountId ' || n,
  CASE WHEN n % 3 > 0 THEN 'refresh_token ' || n END
FROM numbers WHERE n <= 30;

CREATE TABLE "Session" (
  "id" text NOT NULL PRIMARY KEY,
  "sessionToken" varchar(255) NOT NULL,
  "userId" text NOT NULL,
  "expires" timestamp(3) NOT NULL
);
CREATE INDEX "Session_userId_idx" ON "Session" ("userId");
CREATE UNIQUE INDEX "Session_sessionToken_key" ON "Session" ("sessionToken");
INSERT INTO "Session" ("id", "sessionToken", "userId", "expires")
SELECT key_of('Session', n),
  'sessionToken ' || n,
  key_of('User', 1 + (n - 1) % 40),
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 40;

CREATE TABLE "VerificationToken" (
  "id" text NOT NULL PRIMARY KEY,
  "identifier" varchar(255) NOT NULL,
  "token" varchar(255) NOT NULL,
  "expires" timestamp(3) NOT NULL
);
CREATE UNIQUE INDEX "VerificationToken_token_key" ON "VerificationToken" ("token");
INSERT INTO "VerificationToken" ("id", "identifier", "token", "expires")
SELECT key_of('VerificationToken', n),
  'identifier ' || n,
  'token ' || n,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 10;

CREATE TABLE "Team" (
  "id" text NOT NULL PRIMARY KEY,
  "name" varchar(255) NOT NULL,
  "slug" varchar(255),
  "parentId" text,
  "createdAt" timestamp(3) NOT NULL
);
CREATE INDEX "Team_parentId_idx" ON "Team" ("parentId");
CREATE UNIQUE INDEX "Team_slug_parentId_key" ON "Team" ("slug", "parentId");
INSERT INTO "Team" ("id", "name", "slug", "parentId", "createdAt")
SELECT key_of('Team', n),
  'name ' || n,
  CASE WHEN n % 3 > 0 THEN 'slug ' || n END,
  CASE WHEN n > 3 THEN key_of('Team', (n) / 2) END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 13;

CREATE TABLE "Membership" (
  "teamId" text NOT NULL,
  "userId" text NOT NULL,
  "accepted" boolean NOT NULL DEFAULT false,
  "role" varchar(20) NOT NULL,
  PRIMARY KEY ("teamId", "userId")
);
CREATE INDEX "Membership_teamId_idx" ON "Membership" ("teamId");
CREATE INDEX "Membership_userId_idx" ON "Membership" ("userId");
INSERT INTO "Membership" ("teamId", "userId", "accepted", "role")
SELECT key_of('Team', 1 + (n - 1) % 13),
  key_of('User', 1 + ((n - 1) / 13 + n * 7) % 40),
  n % 2 = 0,
  'rol' || n
FROM numbers WHERE n <= 50;

CREATE TABLE "Profile" (
  "id" text NOT NULL PRIMARY KEY,
  "uid" varchar(255) NOT NULL,
  "userId" text NOT NULL,
  "organizationId" text NOT NULL,
  "username" varchar(255) NOT NULL
);
CREATE INDEX "Profile_userId_idx" ON "Profile" ("userId");
CREATE INDEX "Profile_organizationId_idx" ON "Profile" ("organizationId");
CREATE UNIQUE INDEX "Profile_userId_organizationId_key" ON "Profile" ("userId", "organizationId");
INSERT INTO "Profile" ("id", "uid", "userId", "organizationId", "username")
SELECT key_of('Profile', n),
  'uid ' || n,
  key_of('User', 1 + (n - 1) % 40),
  key_of('Team', 1 + ((n - 1) / 40 + n * 7) % 13),
  'username ' || n
FROM numbers WHERE n <= 30;

CREATE TABLE "Schedule" (
  "id" text NOT NULL PRIMARY KEY,
  "userId" text NOT NULL,
  "name" varchar(255) NOT NULL,
  "timeZone" varchar(255)
);
CREATE INDEX "Schedule_userId_idx" ON "Schedule" ("userId");
INSERT INTO "Schedule" ("id", "userId", "name", "timeZone")
SELECT key_of('Schedule', n),
  key_of('User', 1 + (n - 1) % 40),
  'name ' || n,
  CASE WHEN n % 3 > 0 THEN 'timeZone ' || n END
FROM numbers WHERE n <= 30;

CREATE TABLE "EventType" (
  "id" text NOT NULL PRIMARY KEY,
  "title" varchar(255) NOT NULL,
  "slug" varchar(255) NOT NULL,
  "length" integer NOT NULL,
  "userId" text,
  "teamId" text,
  "parentId" text,
  "scheduleId" text,
  "metadata" jsonb,
  "locations" jsonb
);
CREATE INDEX "EventType_userId_idx" ON "EventType" ("userId");
CREATE INDEX "EventType_teamId_idx" ON "EventType" ("teamId");
CREATE INDEX "EventType_parentId_idx" ON "EventType" ("parentId");
CREATE INDEX "EventType_scheduleId_idx" ON "EventType" ("scheduleId");
CREATE UNIQUE INDEX "EventType_userId_slug_key" ON "EventType" ("userId", "slug");
INSERT INTO "EventType" ("id", "title", "slug", "length", "userId", "teamId", "parentId", "scheduleId", "metadata", "locations")
SELECT key_of('EventType', n),
  'title ' || n,
  'slug ' || n,
  n,
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('Team', 1 + ((n - 1) / 40 + n * 7) % 13) END,
  CASE WHEN n > 3 THEN key_of('EventType', (n) / 2) END,
  CASE WHEN n % 7 > 0 THEN key_of('Schedule', 1 + (n * 13) % 30) END,
  CASE WHEN n % 3 > 0 THEN jsonb_build_object('n', n) END,
  CASE WHEN n % 3 > 0 THEN jsonb_build_object('n', n) END
FROM numbers WHERE n <= 45;

CREATE TABLE "Host" (
  "userId" text NOT NULL,
  "eventTypeId" text NOT NULL,
  "isFixed" boolean NOT NULL DEFAULT false,
  PRIMARY KEY ("userId", "eventTypeId")
);
CREATE INDEX "Host_userId_idx" ON "Host" ("userId");
CREATE INDEX "Host_eventTypeId_idx" ON "Host" ("eventTypeId");
INSERT INTO "Host" ("userId", "eventTypeId", "isFixed")
SELECT key_of('User', 1 + (n - 1) % 40),
  key_of('EventType', 1 + ((n - 1) / 40 + n * 7) % 45),
  n % 2 = 0
FROM numbers WHERE n <= 50;

CREATE TABLE "Availability" (
  "id" text NOT NULL PRIMARY KEY,
  "userId" text,
  "scheduleId" text,
  "eventTypeId" text,
  "startTime" timestamp(3) NOT NULL,
  "endTime" timestamp(3) NOT NULL
);
CREATE INDEX "Availability_userId_idx" ON "Availability" ("userId");
CREATE INDEX "Availability_scheduleId_idx" ON "Availability" ("scheduleId");
CREATE INDEX "Availability_eventTypeId_idx" ON "Availability" ("eventTypeId");
INSERT INTO "Availability" ("id", "userId", "scheduleId", "eventTypeId", "startTime", "endTime")
SELECT key_of('Availability', n),
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('Schedule', 1 + ((n - 1) / 40 + n * 7) % 30) END,
  CASE WHEN n % 6 > 0 THEN key_of('EventType', 1 + (n * 11) % 45) END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour',
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 60;

CREATE TABLE "Booking" (
  "id" text NOT NULL PRIMARY KEY,
  "uid" text NOT NULL,
  "userId" text,
  "eventTypeId" text,
  "title" varchar(255) NOT NULL,
  "startTime" timestamp(3) NOT NULL,
  "endTime" timestamp(3) NOT NULL,
  "fromReschedule" text,
  "destinationCalendarId" text,
  "createdAt" timestamp(3) NOT NULL
);
CREATE INDEX "Booking_userId_idx" ON "Booking" ("userId");
CREATE INDEX "Booking_eventTypeId_idx" ON "Booking" ("eventTypeId");
CREATE INDEX "Booking_destinationCalendarId_idx" ON "Booking" ("destinationCalendarId");
CREATE UNIQUE INDEX "Booking_uid_key" ON "Booking" ("uid");
CREATE INDEX "Booking_startTime_endTime_idx" ON "Booking" ("startTime", "endTime");
INSERT INTO "Booking" ("id", "uid", "userId", "eventTypeId", "title", "startTime", "endTime", "fromReschedule", "destinationCalendarId", "createdAt")
SELECT key_of('Booking', n),
  key_of('Booking.uid', n),
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('EventType', 1 + ((n - 1) / 40 + n * 7) % 45) END,
  'title ' || n,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour',
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour',
  CASE WHEN n % 4 = 0 THEN key_of('Booking.uid', n - 1) END,
  CASE WHEN n % 6 > 0 THEN key_of('DestinationCalendar', 1 + (n * 11) % 20) END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 90;

CREATE TABLE "BookingReference" (
  "id" text NOT NULL PRIMARY KEY,
  "type" varchar(255) NOT NULL,
  "bookingId" text,
  "uid" varchar(255) NOT NULL,
  "deleted" boolean DEFAULT false
);
CREATE INDEX "BookingReference_bookingId_idx" ON "BookingReference" ("bookingId");
INSERT INTO "BookingReference" ("id", "type", "bookingId", "uid", "deleted")
SELECT key_of('BookingReference', n),
  'type ' || n,
  CASE WHEN n % 4 > 0 THEN key_of('Booking', 1 + (n - 1) % 90) END,
  'uid ' || n,
  n % 2 = 0
FROM numbers WHERE n <= 60;

CREATE TABLE "Attendee" (
  "id" text NOT NULL PRIMARY KEY,
  "email" varchar(255) NOT NULL,
  "bookingId" text,
  "timeZone" varchar(255) NOT NULL,
  "noShow" boolean NOT NULL DEFAULT false
);
CREATE INDEX "Attendee_bookingId_idx" ON "Attendee" ("bookingId");
INSERT INTO "Attendee" ("id", "email", "bookingId", "timeZone", "noShow")
SELECT key_of('Attendee', n),
  'u' || n || '@example.com',
  CASE WHEN n % 4 > 0 THEN key_of('Booking', 1 + (n - 1) % 90) END,
  'timeZone ' || n,
  n % 2 = 0
FROM numbers WHERE n <= 120;

CREATE TABLE "BookingSeat" (
  "id" text NOT NULL PRIMARY KEY,
  "referenceUid" text NOT NULL,
  "bookingId" text NOT NULL,
  "attendeeId" text NOT NULL
);
CREATE INDEX "BookingSeat_bookingId_idx" ON "BookingSeat" ("bookingId");
CREATE INDEX "BookingSeat_attendeeId_idx" ON "BookingSeat" ("attendeeId");
CREATE UNIQUE INDEX "BookingSeat_referenceUid_key" ON "BookingSeat" ("referenceUid");
CREATE UNIQUE INDEX "BookingSeat_attendeeId_key" ON "BookingSeat" ("attendeeId");
INSERT INTO "BookingSeat" ("id", "referenceUid", "bookingId", "attendeeId")
SELECT key_of('BookingSeat', n),
  key_of('BookingSeat.referenceUid', n),
  key_of('Booking', 1 + (n - 1) % 90),
  key_of('Attendee', n)
FROM numbers WHERE n <= 40;

CREATE TABLE "Payment" (
  "id" text NOT NULL PRIMARY KEY,
  "uid" varchar(255) NOT NULL,
  "bookingId" text NOT NULL,
  "amount" integer NOT NULL,
  "success" boolean NOT NULL DEFAULT false,
  "data" jsonb NOT NULL
);
CREATE INDEX "Payment_bookingId_idx" ON "Payment" ("bookingId");
CREATE UNIQUE INDEX "Payment_uid_key" ON "Payment" ("uid");
INSERT INTO "Payment" ("id", "uid", "bookingId", "amount", "success", "data")
SELECT key_of('Payment', n),
  'uid ' || n,
  key_of('Booking', 1 + (n - 1) % 90),
  n,
  n % 2 = 0,
  jsonb_build_object('n', n)
FROM numbers WHERE n <= 30;

CREATE TABLE "Credential" (
  "id" text NOT NULL PRIMARY KEY,
  "type" varchar(255) NOT NULL,
  "key" jsonb NOT NULL,
  "userId" text,
  "teamId" text,
  "appId" text
);
CREATE INDEX "Credential_userId_idx" ON "Credential" ("userId");
CREATE INDEX "Credential_teamId_idx" ON "Credential" ("teamId");
CREATE INDEX "Credential_appId_idx" ON "Credential" ("appId");
INSERT INTO "Credential" ("id", "type", "key", "userId", "teamId", "appId")
SELECT key_of('Credential', n),
  'type ' || n,
  jsonb_build_object('n', n),
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('Team', 1 + ((n - 1) / 40 + n * 7) % 13) END,
  CASE WHEN n % 6 > 0 THEN key_of('App', 1 + (n * 11) % 9) END
FROM numbers WHERE n <= 30;

CREATE TABLE "SelectedCalendar" (
  "userId" text NOT NULL,
  "integration" varchar(255) NOT NULL,
  "externalId" varchar(255) NOT NULL,
  "credentialId" text,
  PRIMARY KEY ("userId", "integration", "externalId")
);
CREATE INDEX "SelectedCalendar_userId_idx" ON "SelectedCalendar" ("userId");
CREATE INDEX "SelectedCalendar_credentialId_idx" ON "SelectedCalendar" ("credentialId");
INSERT INTO "SelectedCalendar" ("userId", "integration", "externalId", "credentialId")
SELECT key_of('User', 1 + (n - 1) % 40),
  'integration ' || n,
  'externalId ' || n,
  CASE WHEN n % 5 > 0 THEN key_of('Credential', 1 + ((n - 1) / 40 + n * 7) % 30) END
FROM numbers WHERE n <= 25;

CREATE TABLE "DestinationCalendar" (
  "id" text NOT NULL PRIMARY KEY,
  "integration" varchar(255) NOT NULL,
  "externalId" varchar(255) NOT NULL,
  "userId" text,
  "eventTypeId" text,
  "credentialId" text
);
CREATE INDEX "DestinationCalendar_userId_idx" ON "DestinationCalendar" ("userId");
CREATE INDEX "DestinationCalendar_eventTypeId_idx" ON "DestinationCalendar" ("eventTypeId");
CREATE INDEX "DestinationCalendar_credentialId_idx" ON "DestinationCalendar" ("credentialId");
INSERT INTO "DestinationCalendar" ("id", "integration", "externalId", "userId", "eventTypeId", "credentialId")
SELECT key_of('DestinationCalendar', n),
  'integration ' || n,
  'externalId ' || n,
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('EventType', 1 + ((n - 1) / 40 + n * 7) % 45) END,
  CASE WHEN n % 6 > 0 THEN key_of('Credential', 1 + (n * 11) % 30) END
FROM numbers WHERE n <= 20;

CREATE TABLE "App" (
  "id" text NOT NULL PRIMARY KEY,
  "dirName" varchar(255) NOT NULL,
  "categories" jsonb NOT NULL,
  "createdAt" timestamp(3) NOT NULL
);
INSERT INTO "App" ("id", "dirName", "categories", "createdAt")
SELECT key_of('App', n),
  'dirName ' || n,
  jsonb_build_object('n', n),
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 9;

CREATE TABLE "Webhook" (
  "id" text NOT NULL PRIMARY KEY,
  "userId" text,
  "eventTypeId" text,
  "subscriberUrl" varchar(255) NOT NULL,
  "active" boolean NOT NULL DEFAULT false
);
CREATE INDEX "Webhook_userId_idx" ON "Webhook" ("userId");
CREATE INDEX "Webhook_eventTypeId_idx" ON "Webhook" ("eventTypeId");
INSERT INTO "Webhook" ("id", "userId", "eventTypeId", "subscriberUrl", "active")
SELECT key_of('Webhook', n),
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('EventType', 1 + ((n - 1) / 40 + n * 7) % 45) END,
  'subscriberUrl ' || n,
  n % 2 = 0
FROM numbers WHERE n <= 20;

CREATE TABLE "Workflow" (
  "id" text NOT NULL PRIMARY KEY,
  "name" varchar(255) NOT NULL,
  "userId" text,
  "teamId" text,
  "trigger" varchar(20) NOT NULL
);
CREATE INDEX "Workflow_userId_idx" ON "Workflow" ("userId");
CREATE INDEX "Workflow_teamId_idx" ON "Workflow" ("teamId");
INSERT INTO "Workflow" ("id", "name", "userId", "teamId", "trigger")
SELECT key_of('Workflow', n),
  'name ' || n,
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('Team', 1 + ((n - 1) / 40 + n * 7) % 13) END,
  'tri' || n
FROM numbers WHERE n <= 15;

CREATE TABLE "WorkflowStep" (
  "id" text NOT NULL PRIMARY KEY,
  "stepNumber" integer NOT NULL,
  "workflowId" text NOT NULL,
  "template" varchar(20) NOT NULL
);
CREATE INDEX "WorkflowStep_workflowId_idx" ON "WorkflowStep" ("workflowId");
INSERT INTO "WorkflowStep" ("id", "stepNumber", "workflowId", "template")
SELECT key_of('WorkflowStep', n),
  n,
  key_of('Workflow', 1 + (n - 1) % 15),
  'tem' || n
FROM numbers WHERE n <= 30;

CREATE TABLE "WorkflowsOnEventTypes" (
  "id" text NOT NULL PRIMARY KEY,
  "workflowId" text NOT NULL,
  "eventTypeId" text NOT NULL
);
CREATE INDEX "WorkflowsOnEventTypes_workflowId_idx" ON "WorkflowsOnEventTypes" ("workflowId");
CREATE INDEX "WorkflowsOnEventTypes_eventTypeId_idx" ON "WorkflowsOnEventTypes" ("eventTypeId");
CREATE UNIQUE INDEX "WorkflowsOnEventTypes_workflowId_eventTypeId_key" ON "WorkflowsOnEventTypes" ("workflowId", "eventTypeId");
INSERT INTO "WorkflowsOnEventTypes" ("id", "workflowId", "eventTypeId")
SELECT key_of('WorkflowsOnEventTypes', n),
  key_of('Workflow', 1 + (n - 1) % 15),
  key_of('EventType', 1 + ((n - 1) / 15 + n * 7) % 45)
FROM numbers WHERE n <= 30;

CREATE TABLE "ApiKey" (
  "id" text NOT NULL PRIMARY KEY,
  "userId" text NOT NULL,
  "teamId" text,
  "hashedKey" varchar(255) NOT NULL,
  "expiresAt" timestamp(3)
);
CREATE INDEX "ApiKey_userId_idx" ON "ApiKey" ("userId");
CREATE INDEX "ApiKey_teamId_idx" ON "ApiKey" ("teamId");
CREATE UNIQUE INDEX "ApiKey_hashedKey_key" ON "ApiKey" ("hashedKey");
INSERT INTO "ApiKey" ("id", "userId", "teamId", "hashedKey", "expiresAt")
SELECT key_of('ApiKey', n),
  key_of('User', 1 + (n - 1) % 40),
  CASE WHEN n % 5 > 0 THEN key_of('Team', 1 + ((n - 1) / 40 + n * 7) % 13) END,
  'hashedKey ' || n,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour' END
FROM numbers WHERE n <= 20;

CREATE TABLE "Impersonation" (
  "id" text NOT NULL PRIMARY KEY,
  "createdAt" timestamp(3) NOT NULL,
  "impersonatedUserId" text NOT NULL,
  "impersonatedById" text NOT NULL
);
CREATE INDEX "Impersonation_impersonatedUserId_idx" ON "Impersonation" ("impersonatedUserId");
CREATE INDEX "Impersonation_impersonatedById_idx" ON "Impersonation" ("impersonatedById");
INSERT INTO "Impersonation" ("id", "createdAt", "impersonatedUserId", "impersonatedById")
SELECT key_of('Impersonation', n),
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour',
  key_of('User', 1 + (n - 1) % 40),
  key_of('User', 1 + ((n - 1) / 40 + n * 7) % 40)
FROM numbers WHERE n <= 20;

CREATE TABLE "Feedback" (
  "id" text NOT NULL PRIMARY KEY,
  "date" timestamp(3) NOT NULL,
  "userId" text NOT NULL,
  "rating" varchar(255) NOT NULL,
  "comment" varchar(255)
);
CREATE INDEX "Feedback_userId_idx" ON "Feedback" ("userId");
INSERT INTO "Feedback" ("id", "date", "userId", "rating", "comment")
SELECT key_of('Feedback', n),
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour',
  key_of('User', 1 + (n - 1) % 40),
  'rating ' || n,
  CASE WHEN n % 3 > 0 THEN 'comment ' || n END
FROM numbers WHERE n <= 20;

CREATE TABLE "AuditLog" (
  "id" text NOT NULL PRIMARY KEY,
  "actor" text,
  "target" text,
  "action" varchar(20) NOT NULL,
  "at" timestamp(3) NOT NULL
);
CREATE INDEX "AuditLog_actor_idx" ON "AuditLog" ("actor");
CREATE INDEX "AuditLog_target_idx" ON "AuditLog" ("target");
INSERT INTO "AuditLog" ("id", "actor", "target", "action", "at")
SELECT key_of('AuditLog', n),
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('Booking', 1 + ((n - 1) / 40 + n * 7) % 90) END,
  'act' || n,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 40;

CREATE TABLE "Feature" (
  "slug" varchar(255) NOT NULL,
  "enabled" boolean NOT NULL DEFAULT false,
  PRIMARY KEY ("slug")
);
INSERT INTO "Feature" ("slug", "enabled")
SELECT 'slug ' || n,
  n % 2 = 0
FROM numbers WHERE n <= 6;

CREATE TABLE "TeamFeature" (
  "teamId" text NOT NULL,
  "featureId" varchar(255) NOT NULL,
  "assignedById" text,
  "assignedAt" timestamp(3) NOT NULL,
  PRIMARY KEY ("teamId", "featureId")
);
CREATE INDEX "TeamFeature_teamId_idx" ON "TeamFeature" ("teamId");
CREATE INDEX "TeamFeature_assignedById_idx" ON "TeamFeature" ("assignedById");
INSERT INTO "TeamFeature" ("teamId", "featureId", "assignedById", "assignedAt")
SELECT key_of('Team', 1 + (n - 1) % 13),
  'featureId ' || n,
  CASE WHEN n % 5 > 0 THEN key_of('User', 1 + ((n - 1) / 13 + n * 7) % 40) END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 12;

CREATE TABLE "_EventTypeToUser" (
  "A" text NOT NULL,
  "B" text NOT NULL
);
CREATE INDEX "_EventTypeToUser_A_index" ON "_EventTypeToUser" ("A");
CREATE INDEX "_EventTypeToUser_B_index" ON "_EventTypeToUser" ("B");
CREATE UNIQUE INDEX "_EventTypeToUser_AB_unique" ON "_EventTypeToUser" ("A", "B");
INSERT INTO "_EventTypeToUser" ("A", "B")
SELECT key_of('EventType', 1 + (n - 1) % 45),
  key_of('User', 1 + ((n - 1) / 45 + n * 7) % 40)
FROM numbers WHERE n <= 60;

CREATE TABLE "_TeamToWorkflow" (
  "A" text NOT NULL,
  "B" text NOT NULL
);
CREATE INDEX "_TeamToWorkflow_A_index" ON "_TeamToWorkflow" ("A");
CREATE INDEX "_TeamToWorkflow_B_index" ON "_TeamToWorkflow" ("B");
CREATE UNIQUE INDEX "_TeamToWorkflow_AB_unique" ON "_TeamToWorkflow" ("A", "B");
INSERT INTO "_TeamToWorkflow" ("A", "B")
SELECT key_of('Team', 1 + (n - 1) % 13),
  key_of('Workflow', 1 + ((n - 1) / 13 + n * 7) % 15)
FROM numbers WHERE n <= 20;

CREATE TABLE "_prisma_migrations" (
  "id" text NOT NULL,
  "checksum" varchar(255) NOT NULL,
  "finished_at" timestamp(3),
  "migration_name" varchar(255) NOT NULL,
  "started_at" timestamp(3) NOT NULL,
  PRIMARY KEY ("id")
);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "started_at")
SELECT key_of('_prisma_migrations.id', n),
  'checksum ' || n,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour' END,
  'migration_name ' || n,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 5;

ALTER TABLE "User" ADD CONSTRAINT "User_defaultScheduleId_fkey" FOREIGN KEY ("defaultScheduleId") REFERENCES "Schedule" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Account" ADD CONSTRAINT "Account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Team" ADD CONSTRAINT "Team_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Profile" ADD CONSTRAINT "Profile_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Profile" ADD CONSTRAINT "Profile_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EventType" ADD CONSTRAINT "EventType_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EventType" ADD CONSTRAINT "EventType_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EventType" ADD CONSTRAINT "EventType_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "EventType" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EventType" ADD CONSTRAINT "EventType_scheduleId_fkey" FOREIGN KEY ("scheduleId") REFERENCES "Schedule" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Host" ADD CONSTRAINT "Host_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Host" ADD CONSTRAINT "Host_eventTypeId_fkey" FOREIGN KEY ("eventTypeId") REFERENCES "EventType" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Availability" ADD CONSTRAINT "Availability_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Availability" ADD CONSTRAINT "Availability_scheduleId_fkey" FOREIGN KEY ("scheduleId") REFERENCES "Schedule" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Availability" ADD CONSTRAINT "Availability_eventTypeId_fkey" FOREIGN KEY ("eventTypeId") REFERENCES "EventType" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Booking" ADD CONSTRAINT "Booking_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Booking" ADD CONSTRAINT "Booking_eventTypeId_fkey" FOREIGN KEY ("eventTypeId") REFERENCES "EventType" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Booking" ADD CONSTRAINT "Booking_destinationCalendarId_fkey" FOREIGN KEY ("destinationCalendarId") REFERENCES "DestinationCalendar" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "BookingReference" ADD CONSTRAINT "BookingReference_bookingId_fkey" FOREIGN KEY ("bookingId") REFERENCES "Booking" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Attendee" ADD CONSTRAINT "Attendee_bookingId_fkey" FOREIGN KEY ("bookingId") REFERENCES "Booking" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "BookingSeat" ADD CONSTRAINT "BookingSeat_bookingId_fkey" FOREIGN KEY ("bookingId") REFERENCES "Booking" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "BookingSeat" ADD CONSTRAINT "BookingSeat_attendeeId_fkey" FOREIGN KEY ("attendeeId") REFERENCES "Attendee" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_bookingId_fkey" FOREIGN KEY ("bookingId") REFERENCES "Booking" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Credential" ADD CONSTRAINT "Credential_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Credential" ADD CONSTRAINT "Credential_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Credential" ADD CONSTRAINT "Credential_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SelectedCalendar" ADD CONSTRAINT "SelectedCalendar_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SelectedCalendar" ADD CONSTRAINT "SelectedCalendar_credentialId_fkey" FOREIGN KEY ("credentialId") REFERENCES "Credential" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "DestinationCalendar" ADD CONSTRAINT "DestinationCalendar_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "DestinationCalendar" ADD CONSTRAINT "DestinationCalendar_eventTypeId_fkey" FOREIGN KEY ("eventTypeId") REFERENCES "EventType" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "DestinationCalendar" ADD CONSTRAINT "DestinationCalendar_credentialId_fkey" FOREIGN KEY ("credentialId") REFERENCES "Credential" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_eventTypeId_fkey" FOREIGN KEY ("eventTypeId") REFERENCES "EventType" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Workflow" ADD CONSTRAINT "Workflow_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Workflow" ADD CONSTRAINT "Workflow_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "WorkflowStep" ADD CONSTRAINT "WorkflowStep_workflowId_fkey" FOREIGN KEY ("workflowId") REFERENCES "Workflow" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "WorkflowsOnEventTypes" ADD CONSTRAINT "WorkflowsOnEventTypes_workflowId_fkey" FOREIGN KEY ("workflowId") REFERENCES "Workflow" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "WorkflowsOnEventTypes" ADD CONSTRAINT "WorkflowsOnEventTypes_eventTypeId_fkey" FOREIGN KEY ("eventTypeId") REFERENCES "EventType" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "TeamFeature" ADD CONSTRAINT "TeamFeature_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "_EventTypeToUser" ADD CONSTRAINT "_EventTypeToUser_A_fkey" FOREIGN KEY ("A") REFERENCES "EventType" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "_EventTypeToUser" ADD CONSTRAINT "_EventTypeToUser_B_fkey" FOREIGN KEY ("B") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "_TeamToWorkflow" ADD CONSTRAINT "_TeamToWorkflow_A_fkey" FOREIGN KEY ("A") REFERENCES "Team" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "_TeamToWorkflow" ADD CONSTRAINT "_TeamToWorkflow_B_fkey" FOREIGN KEY ("B") REFERENCES "Workflow" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE VIEW "Hosts" AS
SELECT h."userId", h."eventTypeId", u."email", e.title FROM "Host" h JOIN "User" u ON u."id" = h."userId" JOIN "EventType" e ON e."id" = h."eventTypeId";
CREATE VIEW "Calendar" AS
SELECT b."uid", b."startTime", h."userId" AS "hostId", count(a."id") AS "attendees" FROM "Booking" b JOIN "Hosts" h ON h."eventTypeId" = b."eventTypeId"
LEFT JOIN "Attendee" a ON a."bookingId" = b."id" GROUP BY b."uid", b."startTime", h."userId";
CREATE TYPE "BookingStatus" AS ENUM ('pending', 'accepted', 'cancelled');
ALTER TABLE "Booking" ADD COLUMN "status" "BookingStatus" NOT NULL DEFAULT 'accepted';
ALTER TABLE "Webhook" ADD COLUMN "eventTriggers" text[] NOT NULL DEFAULT ARRAY['BOOKING_CREATED'];

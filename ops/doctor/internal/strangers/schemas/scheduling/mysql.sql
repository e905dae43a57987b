-- A scheduling application as Prisma makes it: text keys, names in camelCase, join tables with the columns A and B,
-- ON UPDATE CASCADE everywhere, some relations without a foreign key, and a history of migrations that is nobody's to move.
--
-- keys: User.id Account.id Session.id VerificationToken.id Team.id Profile.id Schedule.id EventType.id Availability.id Booking.id
-- keys: BookingReference.id Attendee.id BookingSeat.id Payment.id Credential.id DestinationCalendar.id Webhook.id Workflow.id
-- keys: WorkflowStep.id WorkflowsOnEventTypes.id ApiKey.id Impersonation.id Feedback.id AuditLog.id Booking.uid
-- found: Schedule.userId Impersonation.impersonatedUserId Impersonation.impersonatedById Feedback.userId AuditLog.actor AuditLog.target
-- found: TeamFeature.assignedById Booking.fromReschedule
--
-- The table as the database spells it.
-- move: App.id
--
-- move: all
-- unmoved: Session.sessionToken BookingSeat.referenceUid _prisma_migrations.id VerificationToken.token
-- reviewed: Hosts, Calendar
--
-- write: INSERT INTO `User` (`id`, `email`, `timeZone`, `createdDate`) VALUES ('{{User}}', 'w{{n}}@example.com', 'UTC', '2026-01-02 03:04:05')
-- write: INSERT INTO `EventType` (`id`, title, `slug`, length, `userId`) VALUES ('{{EventType}}', 'w', 'w{{n}}', 30, '{{User}}')
-- write: INSERT INTO `_EventTypeToUser` (`A`, `B`) VALUES ('{{EventType}}', '{{User}}')
-- write: INSERT INTO `Booking` (`id`, `uid`, `userId`, `eventTypeId`, title, `startTime`, `endTime`, `createdAt`) VALUES ('{{Booking}}', '{{Booking.uid}}', '{{User}}', '{{EventType}}', 'w', '2026-01-02 03:04:05', '2026-01-02 03:04:05', '2026-01-02 03:04:05')
-- write: INSERT INTO `Feedback` (`id`, date, `userId`, `rating`) VALUES ('{{Feedback}}', '2026-01-02 03:04:05', '{{User}}', 'good')
--
-- old: UPDATE `EventType` SET length = 15 WHERE `userId` = '{{User 4}}'
-- old: DELETE FROM `_EventTypeToUser` WHERE `A` = '{{EventType 6}}'
-- old: DELETE FROM `User` WHERE `id` = '{{User 9}}'
-- old: UPDATE `User` SET `id` = '{{User 77}}' WHERE `id` = '{{User 8}}'
CREATE TABLE `User` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `email` varchar(255) NOT NULL,
  `username` varchar(255),
  `name` varchar(255),
  `timeZone` varchar(255) NOT NULL,
  `defaultScheduleId` varchar(191),
  `createdDate` datetime(3) NOT NULL,
  `metadata` json,
  UNIQUE KEY `User_email_key` (`email`),
  KEY `User_defaultScheduleId_idx` (`defaultScheduleId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `User` (`id`, `email`, `username`, `name`, `timeZone`, `defaultScheduleId`, `createdDate`, `metadata`)
SELECT key_of('User', n),
  CONCAT('u', n, '@example.com'),
  CASE WHEN n % 3 > 0 THEN CONCAT('username ', n) END,
  CASE WHEN n % 3 > 0 THEN CONCAT('name ', n) END,
  CONCAT('timeZone ', n),
  CASE WHEN n % 4 > 0 THEN key_of('Schedule', 1 + (n - 1) % 30) END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR,
  CASE WHEN n % 3 > 0 THEN JSON_OBJECT('n', n) END
FROM numbers WHERE n <= 40;

CREATE TABLE `Account` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `userId` varchar(191) NOT NULL,
  `provider` varchar(255) NOT NULL,
  `providerAccountId` varchar(255) NOT NULL,
  `refresh_token` text,
  KEY `Account_userId_idx` (`userId`),
  UNIQUE KEY `Account_provider_providerAccountId_key` (`provider`, `providerAccountId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Account` (`id`, `userId`, `provider`, `providerAccountId`, `refresh_token`)
SELECT key_of('Account', n),
  key_of('User', 1 + (n - 1) % 40),
  CONCAT('provider ', n),
  CONCAT('providerAccountId ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('refresh_token ', n) END
FROM numbers WHERE n <= 30;

CREATE TABLE `Session` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `sessionToken` varchar(255) NOT NULL,
  `userId` varchar(191) NOT NULL,
  `expires` datetime(3) NOT NULL,
  KEY `Session_userId_idx` (`userId`),
  UNIQUE KEY `Session_sessionToken_key` (`sessionToken`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Session` (`id`, `sessionToken`, `userId`, `expires`)
SELECT key_of('Session', n),
  CONCAT('sessionToken ', n),
  key_of('User', 1 + (n - 1) % 40),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 40;

CREATE TABLE `VerificationToken` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `identifier` varchar(255) NOT NULL,
  `token` varchar(255) NOT NULL,
  `expires` datetime(3) NOT NULL,
  UNIQUE KEY `VerificationToken_token_key` (`token`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `VerificationToken` (`id`, `identifier`, `token`, `expires`)
SELECT key_of('VerificationToken', n),
  CONCAT('identifier ', n),
  CONCAT('token ', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 10;

CREATE TABLE `Team` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `name` varchar(255) NOT NULL,
  `slug` varchar(255),
  `parentId` varchar(191),
  `createdAt` datetime(3) NOT NULL,
  KEY `Team_parentId_idx` (`parentId`),
  UNIQUE KEY `Team_slug_parentId_key` (`slug`, `parentId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Team` (`id`, `name`, `slug`, `parentId`, `createdAt`)
SELECT key_of('Team', n),
  CONCAT('name ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('slug ', n) END,
  CASE WHEN n > 3 THEN key_of('Team', (n) DIV 2) END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 13;

CREATE TABLE `Membership` (
  `teamId` varchar(191) NOT NULL,
  `userId` varchar(191) NOT NULL,
  `accepted` boolean NOT NULL DEFAULT false,
  `role` varchar(20) NOT NULL,
  PRIMARY KEY (`teamId`, `userId`),
  KEY `Membership_teamId_idx` (`teamId`),
  KEY `Membership_userId_idx` (`userId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Membership` (`teamId`, `userId`, `accepted`, `role`)
SELECT key_of('Team', 1 + (n - 1) % 13),
  key_of('User', 1 + ((n - 1) DIV 13 + n * 7) % 40),
  n % 2 = 0,
  CONCAT('rol', n)
FROM numbers WHERE n <= 50;

CREATE TABLE `Profile` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `uid` varchar(255) NOT NULL,
  `userId` varchar(191) NOT NULL,
  `organizationId` varchar(191) NOT NULL,
  `username` varchar(255) NOT NULL,
  KEY `Profile_userId_idx` (`userId`),
  KEY `Profile_organizationId_idx` (`organizationId`),
  UNIQUE KEY `Profile_userId_organizationId_key` (`userId`, `organizationId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Profile` (`id`, `uid`, `userId`, `organizationId`, `username`)
SELECT key_of('Profile', n),
  CONCAT('uid ', n),
  key_of('User', 1 + (n - 1) % 40),
  key_of('Team', 1 + ((n - 1) DIV 40 + n * 7) % 13),
  CONCAT('username ', n)
FROM numbers WHERE n <= 30;

CREATE TABLE `Schedule` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `userId` varchar(191) NOT NULL,
  `name` varchar(255) NOT NULL,
  `timeZone` varchar(255),
  KEY `Schedule_userId_idx` (`userId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Schedule` (`id`, `userId`, `name`, `timeZone`)
SELECT key_of('Schedule', n),
  key_of('User', 1 + (n - 1) % 40),
  CONCAT('name ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('timeZone ', n) END
FROM numbers WHERE n <= 30;

CREATE TABLE `EventType` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `title` varchar(255) NOT NULL,
  `slug` varchar(255) NOT NULL,
  `length` int NOT NULL,
  `userId` varchar(191),
  `teamId` varchar(191),
  `parentId` varchar(191),
  `scheduleId` varchar(191),
  `metadata` json,
  `locations` json,
  KEY `EventType_userId_idx` (`userId`),
  KEY `EventType_teamId_idx` (`teamId`),
  KEY `EventType_parentId_idx` (`parentId`),
  KEY `EventType_scheduleId_idx` (`scheduleId`),
  UNIQUE KEY `EventType_userId_slug_key` (`userId`, `slug`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `EventType` (`id`, `title`, `slug`, `length`, `userId`, `teamId`, `parentId`, `scheduleId`, `metadata`, `locations`)
SELECT key_of('EventType', n),
  CONCAT('title ', n),
  CONCAT('slug ', n),
  n,
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('Team', 1 + ((n - 1) DIV 40 + n * 7) % 13) END,
  CASE WHEN n > 3 THEN key_of('EventType', (n) DIV 2) END,
  CASE WHEN n % 7 > 0 THEN key_of('Schedule', 1 + (n * 13) % 30) END,
  CASE WHEN n % 3 > 0 THEN JSON_OBJECT('n', n) END,
  CASE WHEN n % 3 > 0 THEN JSON_OBJECT('n', n) END
FROM numbers WHERE n <= 45;

CREATE TABLE `Host` (
  `userId` varchar(191) NOT NULL,
  `eventTypeId` varchar(191) NOT NULL,
  `isFixed` boolean NOT NULL DEFAULT false,
  PRIMARY KEY (`userId`, `eventTypeId`),
  KEY `Host_userId_idx` (`userId`),
  KEY `Host_eventTypeId_idx` (`eventTypeId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Host` (`userId`, `eventTypeId`, `isFixed`)
SELECT key_of('User', 1 + (n - 1) % 40),
  key_of('EventType', 1 + ((n - 1) DIV 40 + n * 7) % 45),
  n % 2 = 0
FROM numbers WHERE n <= 50;

CREATE TABLE `Availability` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `userId` varchar(191),
  `scheduleId` varchar(191),
  `eventTypeId` varchar(191),
  `startTime` datetime(3) NOT NULL,
  `endTime` datetime(3) NOT NULL,
  KEY `Availability_userId_idx` (`userId`),
  KEY `Availability_scheduleId_idx` (`scheduleId`),
  KEY `Availability_eventTypeId_idx` (`eventTypeId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Availability` (`id`, `userId`, `scheduleId`, `eventTypeId`, `startTime`, `endTime`)
SELECT key_of('Availability', n),
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('Schedule', 1 + ((n - 1) DIV 40 + n * 7) % 30) END,
  CASE WHEN n % 6 > 0 THEN key_of('EventType', 1 + (n * 11) % 45) END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 60;

CREATE TABLE `Booking` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `uid` varchar(191) NOT NULL,
  `userId` varchar(191),
  `eventTypeId` varchar(191),
  `title` varchar(255) NOT NULL,
  `startTime` datetime(3) NOT NULL,
  `endTime` datetime(3) NOT NULL,
  `fromReschedule` varchar(191),
  `destinationCalendarId` varchar(191),
  `createdAt` datetime(3) NOT NULL,
  KEY `Booking_userId_idx` (`userId`),
  KEY `Booking_eventTypeId_idx` (`eventTypeId`),
  KEY `Booking_destinationCalendarId_idx` (`destinationCalendarId`),
  UNIQUE KEY `Booking_uid_key` (`uid`),
  KEY `Booking_startTime_endTime_idx` (`startTime`, `endTime`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Booking` (`id`, `uid`, `userId`, `eventTypeId`, `title`, `startTime`, `endTime`, `fromReschedule`, `destinationCalendarId`, `createdAt`)
SELECT key_of('Booking', n),
  key_of('Booking.uid', n),
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('EventType', 1 + ((n - 1) DIV 40 + n * 7) % 45) END,
  CONCAT('title ', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR,
  CASE WHEN n % 4 = 0 THEN key_of('Booking.uid', n - 1) END,
  CASE WHEN n % 6 > 0 THEN key_of('DestinationCalendar', 1 + (n * 11) % 20) END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 90;

CREATE TABLE `BookingReference` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `type` varchar(255) NOT NULL,
  `bookingId` varchar(191),
  `uid` varchar(255) NOT NULL,
  `deleted` boolean DEFAULT false,
  KEY `BookingReference_bookingId_idx` (`bookingId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `BookingReference` (`id`, `type`, `bookingId`, `uid`, `deleted`)
SELECT key_of('BookingReference', n),
  CONCAT('type ', n),
  CASE WHEN n % 4 > 0 THEN key_of('Booking', 1 + (n - 1) % 90) END,
  CONCAT('uid ', n),
  n % 2 = 0
FROM numbers WHERE n <= 60;

CREATE TABLE `Attendee` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `email` varchar(255) NOT NULL,
  `bookingId` varchar(191),
  `timeZone` varchar(255) NOT NULL,
  `noShow` boolean NOT NULL DEFAULT false,
  KEY `Attendee_bookingId_idx` (`bookingId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Attendee` (`id`, `email`, `bookingId`, `timeZone`, `noShow`)
SELECT key_of('Attendee', n),
  CONCAT('u', n, '@example.com'),
  CASE WHEN n % 4 > 0 THEN key_of('Booking', 1 + (n - 1) % 90) END,
  CONCAT('timeZone ', n),
  n % 2 = 0
FROM numbers WHERE n <= 120;

CREATE TABLE `BookingSeat` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `referenceUid` varchar(191) NOT NULL,
  `bookingId` varchar(191) NOT NULL,
  `attendeeId` varchar(191) NOT NULL,
  KEY `BookingSeat_bookingId_idx` (`bookingId`),
  KEY `BookingSeat_attendeeId_idx` (`attendeeId`),
  UNIQUE KEY `BookingSeat_referenceUid_key` (`referenceUid`),
  UNIQUE KEY `BookingSeat_attendeeId_key` (`attendeeId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `BookingSeat` (`id`, `referenceUid`, `bookingId`, `attendeeId`)
SELECT key_of('BookingSeat', n),
  key_of('BookingSeat.referenceUid', n),
  key_of('Booking', 1 + (n - 1) % 90),
  key_of('Attendee', n)
FROM numbers WHERE n <= 40;

CREATE TABLE `Payment` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `uid` varchar(255) NOT NULL,
  `bookingId` varchar(191) NOT NULL,
  `amount` int NOT NULL,
  `success` boolean NOT NULL DEFAULT false,
  `data` json NOT NULL,
  KEY `Payment_bookingId_idx` (`bookingId`),
  UNIQUE KEY `Payment_uid_key` (`uid`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Payment` (`id`, `uid`, `bookingId`, `amount`, `success`, `data`)
SELECT key_of('Payment', n),
  CONCAT('uid ', n),
  key_of('Booking', 1 + (n - 1) % 90),
  n,
  n % 2 = 0,
  JSON_OBJECT('n', n)
FROM numbers WHERE n <= 30;

CREATE TABLE `Credential` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `type` varchar(255) NOT NULL,
  `key` json NOT NULL,
  `userId` varchar(191),
  `teamId` varchar(191),
  `appId` varchar(191),
  KEY `Credential_userId_idx` (`userId`),
  KEY `Credential_teamId_idx` (`teamId`),
  KEY `Credential_appId_idx` (`appId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Credential` (`id`, `type`, `key`, `userId`, `teamId`, `appId`)
SELECT key_of('Credential', n),
  CONCAT('type ', n),
  JSON_OBJECT('n', n),
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('Team', 1 + ((n - 1) DIV 40 + n * 7) % 13) END,
  CASE WHEN n % 6 > 0 THEN key_of('App', 1 + (n * 11) % 9) END
FROM numbers WHERE n <= 30;

CREATE TABLE `SelectedCalendar` (
  `userId` varchar(191) NOT NULL,
  `integration` varchar(255) NOT NULL,
  `externalId` varchar(255) NOT NULL,
  `credentialId` varchar(191),
  PRIMARY KEY (`userId`, `integration`, `externalId`),
  KEY `SelectedCalendar_userId_idx` (`userId`),
  KEY `SelectedCalendar_credentialId_idx` (`credentialId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `SelectedCalendar` (`userId`, `integration`, `externalId`, `credentialId`)
SELECT key_of('User', 1 + (n - 1) % 40),
  CONCAT('integration ', n),
  CONCAT('externalId ', n),
  CASE WHEN n % 5 > 0 THEN key_of('Credential', 1 + ((n - 1) DIV 40 + n * 7) % 30) END
FROM numbers WHERE n <= 25;

CREATE TABLE `DestinationCalendar` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `integration` varchar(255) NOT NULL,
  `externalId` varchar(255) NOT NULL,
  `userId` varchar(191),
  `eventTypeId` varchar(191),
  `credentialId` varchar(191),
  KEY `DestinationCalendar_userId_idx` (`userId`),
  KEY `DestinationCalendar_eventTypeId_idx` (`eventTypeId`),
  KEY `DestinationCalendar_credentialId_idx` (`credentialId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `DestinationCalendar` (`id`, `integration`, `externalId`, `userId`, `eventTypeId`, `credentialId`)
SELECT key_of('DestinationCalendar', n),
  CONCAT('integration ', n),
  CONCAT('externalId ', n),
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('EventType', 1 + ((n - 1) DIV 40 + n * 7) % 45) END,
  CASE WHEN n % 6 > 0 THEN key_of('Credential', 1 + (n * 11) % 30) END
FROM numbers WHERE n <= 20;

CREATE TABLE `App` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `dirName` varchar(255) NOT NULL,
  `categories` json NOT NULL,
  `createdAt` datetime(3) NOT NULL
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `App` (`id`, `dirName`, `categories`, `createdAt`)
SELECT key_of('App', n),
  CONCAT('dirName ', n),
  JSON_OBJECT('n', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 9;

CREATE TABLE `Webhook` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `userId` varchar(191),
  `eventTypeId` varchar(191),
  `subscriberUrl` varchar(255) NOT NULL,
  `active` boolean NOT NULL DEFAULT false,
  KEY `Webhook_userId_idx` (`userId`),
  KEY `Webhook_eventTypeId_idx` (`eventTypeId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Webhook` (`id`, `userId`, `eventTypeId`, `subscriberUrl`, `active`)
SELECT key_of('Webhook', n),
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('EventType', 1 + ((n - 1) DIV 40 + n * 7) % 45) END,
  CONCAT('subscriberUrl ', n),
  n % 2 = 0
FROM numbers WHERE n <= 20;

CREATE TABLE `Workflow` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `name` varchar(255) NOT NULL,
  `userId` varchar(191),
  `teamId` varchar(191),
  `trigger` varchar(20) NOT NULL,
  KEY `Workflow_userId_idx` (`userId`),
  KEY `Workflow_teamId_idx` (`teamId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Workflow` (`id`, `name`, `userId`, `teamId`, `trigger`)
SELECT key_of('Workflow', n),
  CONCAT('name ', n),
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('Team', 1 + ((n - 1) DIV 40 + n * 7) % 13) END,
  CONCAT('tri', n)
FROM numbers WHERE n <= 15;

CREATE TABLE `WorkflowStep` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `stepNumber` int NOT NULL,
  `workflowId` varchar(191) NOT NULL,
  `template` varchar(20) NOT NULL,
  KEY `WorkflowStep_workflowId_idx` (`workflowId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `WorkflowStep` (`id`, `stepNumber`, `workflowId`, `template`)
SELECT key_of('WorkflowStep', n),
  n,
  key_of('Workflow', 1 + (n - 1) % 15),
  CONCAT('tem', n)
FROM numbers WHERE n <= 30;

CREATE TABLE `WorkflowsOnEventTypes` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `workflowId` varchar(191) NOT NULL,
  `eventTypeId` varchar(191) NOT NULL,
  KEY `WorkflowsOnEventTypes_workflowId_idx` (`workflowId`),
  KEY `WorkflowsOnEventTypes_eventTypeId_idx` (`eventTypeId`),
  UNIQUE KEY `WorkflowsOnEventTypes_workflowId_eventTypeId_key` (`workflowId`, `eventTypeId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `WorkflowsOnEventTypes` (`id`, `workflowId`, `eventTypeId`)
SELECT key_of('WorkflowsOnEventTypes', n),
  key_of('Workflow', 1 + (n - 1) % 15),
  key_of('EventType', 1 + ((n - 1) DIV 15 + n * 7) % 45)
FROM numbers WHERE n <= 30;

CREATE TABLE `ApiKey` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `userId` varchar(191) NOT NULL,
  `teamId` varchar(191),
  `hashedKey` varchar(255) NOT NULL,
  `expiresAt` datetime(3),
  KEY `ApiKey_userId_idx` (`userId`),
  KEY `ApiKey_teamId_idx` (`teamId`),
  UNIQUE KEY `ApiKey_hashedKey_key` (`hashedKey`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `ApiKey` (`id`, `userId`, `teamId`, `hashedKey`, `expiresAt`)
SELECT key_of('ApiKey', n),
  key_of('User', 1 + (n - 1) % 40),
  CASE WHEN n % 5 > 0 THEN key_of('Team', 1 + ((n - 1) DIV 40 + n * 7) % 13) END,
  CONCAT('hashedKey ', n),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 20;

CREATE TABLE `Impersonation` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `createdAt` datetime(3) NOT NULL,
  `impersonatedUserId` varchar(191) NOT NULL,
  `impersonatedById` varchar(191) NOT NULL,
  KEY `Impersonation_impersonatedUserId_idx` (`impersonatedUserId`),
  KEY `Impersonation_impersonatedById_idx` (`impersonatedById`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Impersonation` (`id`, `createdAt`, `impersonatedUserId`, `impersonatedById`)
SELECT key_of('Impersonation', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR,
  key_of('User', 1 + (n - 1) % 40),
  key_of('User', 1 + ((n - 1) DIV 40 + n * 7) % 40)
FROM numbers WHERE n <= 20;

CREATE TABLE `Feedback` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `date` datetime(3) NOT NULL,
  `userId` varchar(191) NOT NULL,
  `rating` varchar(255) NOT NULL,
  `comment` varchar(255),
  KEY `Feedback_userId_idx` (`userId`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Feedback` (`id`, `date`, `userId`, `rating`, `comment`)
SELECT key_of('Feedback', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR,
  key_of('User', 1 + (n - 1) % 40),
  CONCAT('rating ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('comment ', n) END
FROM numbers WHERE n <= 20;

CREATE TABLE `AuditLog` (
  `id` varchar(191) NOT NULL PRIMARY KEY,
  `actor` varchar(191),
  `target` varchar(191),
  `action` varchar(20) NOT NULL,
  `at` datetime(3) NOT NULL,
  KEY `AuditLog_actor_idx` (`actor`),
  KEY `AuditLog_target_idx` (`target`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `AuditLog` (`id`, `actor`, `target`, `action`, `at`)
SELECT key_of('AuditLog', n),
  CASE WHEN n % 4 > 0 THEN key_of('User', 1 + (n - 1) % 40) END,
  CASE WHEN n % 5 > 0 THEN key_of('Booking', 1 + ((n - 1) DIV 40 + n * 7) % 90) END,
  CONCAT('act', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 40;

CREATE TABLE `Feature` (
  `slug` varchar(255) NOT NULL,
  `enabled` boolean NOT NULL DEFAULT false,
  PRIMARY KEY (`slug`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `Feature` (`slug`, `enabled`)
SELECT CONCAT('slug ', n),
  n % 2 = 0
FROM numbers WHERE n <= 6;

CREATE TABLE `TeamFeature` (
  `teamId` varchar(191) NOT NULL,
  `featureId` varchar(255) NOT NULL,
  `assignedById` varchar(191),
  `assignedAt` datetime(3) NOT NULL,
  PRIMARY KEY (`teamId`, `featureId`),
  KEY `TeamFeature_teamId_idx` (`teamId`),
  KEY `TeamFeature_assignedById_idx` (`assignedById`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `TeamFeature` (`teamId`, `featureId`, `assignedById`, `assignedAt`)
SELECT key_of('Team', 1 + (n - 1) % 13),
  CONCAT('featureId ', n),
  CASE WHEN n % 5 > 0 THEN key_of('User', 1 + ((n - 1) DIV 13 + n * 7) % 40) END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 12;

CREATE TABLE `_EventTypeToUser` (
  `A` varchar(191) NOT NULL,
  `B` varchar(191) NOT NULL,
  KEY `_EventTypeToUser_A_index` (`A`),
  KEY `_EventTypeToUser_B_index` (`B`),
  UNIQUE KEY `_EventTypeToUser_AB_unique` (`A`, `B`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `_EventTypeToUser` (`A`, `B`)
SELECT key_of('EventType', 1 + (n - 1) % 45),
  key_of('User', 1 + ((n - 1) DIV 45 + n * 7) % 40)
FROM numbers WHERE n <= 60;

CREATE TABLE `_TeamToWorkflow` (
  `A` varchar(191) NOT NULL,
  `B` varchar(191) NOT NULL,
  KEY `_TeamToWorkflow_A_index` (`A`),
  KEY `_TeamToWorkflow_B_index` (`B`),
  UNIQUE KEY `_TeamToWorkflow_AB_unique` (`A`, `B`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `_TeamToWorkflow` (`A`, `B`)
SELECT key_of('Team', 1 + (n - 1) % 13),
  key_of('Workflow', 1 + ((n - 1) DIV 13 + n * 7) % 15)
FROM numbers WHERE n <= 20;

CREATE TABLE `_prisma_migrations` (
  `id` varchar(191) NOT NULL,
  `checksum` varchar(255) NOT NULL,
  `finished_at` datetime(3),
  `migration_name` varchar(255) NOT NULL,
  `started_at` datetime(3) NOT NULL,
  PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO `_prisma_migrations` (`id`, `checksum`, `finished_at`, `migration_name`, `started_at`)
SELECT key_of('_prisma_migrations.id', n),
  CONCAT('checksum ', n),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END,
  CONCAT('migration_name ', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 5;

ALTER TABLE `User` ADD CONSTRAINT `User_defaultScheduleId_fkey` FOREIGN KEY (`defaultScheduleId`) REFERENCES `Schedule` (`id`) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE `Account` ADD CONSTRAINT `Account_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Session` ADD CONSTRAINT `Session_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Team` ADD CONSTRAINT `Team_parentId_fkey` FOREIGN KEY (`parentId`) REFERENCES `Team` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Membership` ADD CONSTRAINT `Membership_teamId_fkey` FOREIGN KEY (`teamId`) REFERENCES `Team` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Membership` ADD CONSTRAINT `Membership_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Profile` ADD CONSTRAINT `Profile_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Profile` ADD CONSTRAINT `Profile_organizationId_fkey` FOREIGN KEY (`organizationId`) REFERENCES `Team` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `EventType` ADD CONSTRAINT `EventType_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `EventType` ADD CONSTRAINT `EventType_teamId_fkey` FOREIGN KEY (`teamId`) REFERENCES `Team` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `EventType` ADD CONSTRAINT `EventType_parentId_fkey` FOREIGN KEY (`parentId`) REFERENCES `EventType` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `EventType` ADD CONSTRAINT `EventType_scheduleId_fkey` FOREIGN KEY (`scheduleId`) REFERENCES `Schedule` (`id`) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE `Host` ADD CONSTRAINT `Host_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Host` ADD CONSTRAINT `Host_eventTypeId_fkey` FOREIGN KEY (`eventTypeId`) REFERENCES `EventType` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Availability` ADD CONSTRAINT `Availability_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Availability` ADD CONSTRAINT `Availability_scheduleId_fkey` FOREIGN KEY (`scheduleId`) REFERENCES `Schedule` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Availability` ADD CONSTRAINT `Availability_eventTypeId_fkey` FOREIGN KEY (`eventTypeId`) REFERENCES `EventType` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Booking` ADD CONSTRAINT `Booking_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE `Booking` ADD CONSTRAINT `Booking_eventTypeId_fkey` FOREIGN KEY (`eventTypeId`) REFERENCES `EventType` (`id`) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE `Booking` ADD CONSTRAINT `Booking_destinationCalendarId_fkey` FOREIGN KEY (`destinationCalendarId`) REFERENCES `DestinationCalendar` (`id`) ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE `BookingReference` ADD CONSTRAINT `BookingReference_bookingId_fkey` FOREIGN KEY (`bookingId`) REFERENCES `Booking` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Attendee` ADD CONSTRAINT `Attendee_bookingId_fkey` FOREIGN KEY (`bookingId`) REFERENCES `Booking` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `BookingSeat` ADD CONSTRAINT `BookingSeat_bookingId_fkey` FOREIGN KEY (`bookingId`) REFERENCES `Booking` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `BookingSeat` ADD CONSTRAINT `BookingSeat_attendeeId_fkey` FOREIGN KEY (`attendeeId`) REFERENCES `Attendee` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Payment` ADD CONSTRAINT `Payment_bookingId_fkey` FOREIGN KEY (`bookingId`) REFERENCES `Booking` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Credential` ADD CONSTRAINT `Credential_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Credential` ADD CONSTRAINT `Credential_teamId_fkey` FOREIGN KEY (`teamId`) REFERENCES `Team` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Credential` ADD CONSTRAINT `Credential_appId_fkey` FOREIGN KEY (`appId`) REFERENCES `App` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `SelectedCalendar` ADD CONSTRAINT `SelectedCalendar_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `SelectedCalendar` ADD CONSTRAINT `SelectedCalendar_credentialId_fkey` FOREIGN KEY (`credentialId`) REFERENCES `Credential` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `DestinationCalendar` ADD CONSTRAINT `DestinationCalendar_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `DestinationCalendar` ADD CONSTRAINT `DestinationCalendar_eventTypeId_fkey` FOREIGN KEY (`eventTypeId`) REFERENCES `EventType` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `DestinationCalendar` ADD CONSTRAINT `DestinationCalendar_credentialId_fkey` FOREIGN KEY (`credentialId`) REFERENCES `Credential` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Webhook` ADD CONSTRAINT `Webhook_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Webhook` ADD CONSTRAINT `Webhook_eventTypeId_fkey` FOREIGN KEY (`eventTypeId`) REFERENCES `EventType` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Workflow` ADD CONSTRAINT `Workflow_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `Workflow` ADD CONSTRAINT `Workflow_teamId_fkey` FOREIGN KEY (`teamId`) REFERENCES `Team` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `WorkflowStep` ADD CONSTRAINT `WorkflowStep_workflowId_fkey` FOREIGN KEY (`workflowId`) REFERENCES `Workflow` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `WorkflowsOnEventTypes` ADD CONSTRAINT `WorkflowsOnEventTypes_workflowId_fkey` FOREIGN KEY (`workflowId`) REFERENCES `Workflow` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `WorkflowsOnEventTypes` ADD CONSTRAINT `WorkflowsOnEventTypes_eventTypeId_fkey` FOREIGN KEY (`eventTypeId`) REFERENCES `EventType` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `ApiKey` ADD CONSTRAINT `ApiKey_userId_fkey` FOREIGN KEY (`userId`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `ApiKey` ADD CONSTRAINT `ApiKey_teamId_fkey` FOREIGN KEY (`teamId`) REFERENCES `Team` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `TeamFeature` ADD CONSTRAINT `TeamFeature_teamId_fkey` FOREIGN KEY (`teamId`) REFERENCES `Team` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `_EventTypeToUser` ADD CONSTRAINT `_EventTypeToUser_A_fkey` FOREIGN KEY (`A`) REFERENCES `EventType` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `_EventTypeToUser` ADD CONSTRAINT `_EventTypeToUser_B_fkey` FOREIGN KEY (`B`) REFERENCES `User` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `_TeamToWorkflow` ADD CONSTRAINT `_TeamToWorkflow_A_fkey` FOREIGN KEY (`A`) REFERENCES `Team` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE `_TeamToWorkflow` ADD CONSTRAINT `_TeamToWorkflow_B_fkey` FOREIGN KEY (`B`) REFERENCES `Workflow` (`id`) ON DELETE CASCADE ON UPDATE CASCADE;

CREATE VIEW `Hosts` AS
SELECT h.`userId`, h.`eventTypeId`, u.`email`, e.title FROM `Host` h JOIN `User` u ON u.`id` = h.`userId` JOIN `EventType` e ON e.`id` = h.`eventTypeId`;
CREATE VIEW `Calendar` AS
SELECT b.`uid`, b.`startTime`, h.`userId` AS `hostId`, count(a.`id`) AS `attendees` FROM `Booking` b JOIN `Hosts` h ON h.`eventTypeId` = b.`eventTypeId`
LEFT JOIN `Attendee` a ON a.`bookingId` = b.`id` GROUP BY b.`uid`, b.`startTime`, h.`userId`;
ALTER TABLE `Booking` ADD COLUMN `status` enum('pending', 'accepted', 'cancelled') NOT NULL DEFAULT 'accepted';

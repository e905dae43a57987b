-- A social network as a Rails program has it: keys are texts that the program makes, no foreign key, columns that
-- refer to rows of several tables, and two that also hold numbers.
--
-- keys: accounts.id users.id conversations.id statuses.id mentions.id favourites.id bookmarks.id follows.id follow_requests.id blocks.id
-- keys: mutes.id notifications.id reports.id report_notes.id media_attachments.id polls.id poll_votes.id lists.id custom_filters.id
-- keys: custom_filter_statuses.id oauth_applications.id oauth_access_tokens.id invites.id active_storage_blobs.id
-- keys: active_storage_attachments.id
-- found: accounts.moved_to_account_id users.account_id users.invite_id users.created_by_application_id statuses.account_id
-- found: statuses.in_reply_to_id statuses.in_reply_to_account_id statuses.reblog_of_id statuses.conversation_id statuses.application_id
-- found: mentions.status_id mentions.account_id favourites.account_id favourites.status_id bookmarks.account_id bookmarks.status_id
-- found: follows.account_id follows.target_account_id follow_requests.account_id follow_requests.target_account_id blocks.account_id
-- found: blocks.target_account_id mutes.account_id mutes.target_account_id notifications.account_id notifications.from_account_id
-- found: notifications.activity_id reports.account_id reports.target_account_id reports.assigned_account_id
-- found: reports.action_taken_by_account_id report_notes.report_id report_notes.account_id media_attachments.account_id
-- found: media_attachments.status_id polls.account_id polls.status_id poll_votes.account_id poll_votes.poll_id lists.account_id
-- found: list_accounts.list_id list_accounts.account_id statuses_tags.status_id custom_filters.account_id
-- found: custom_filter_statuses.custom_filter_id custom_filter_statuses.status_id oauth_applications.owner_id
-- found: oauth_access_tokens.resource_owner_id oauth_access_tokens.application_id invites.user_id sessions.user_id account_stats.account_id
-- found: active_storage_attachments.record_id active_storage_attachments.blob_id
--
-- The accounts cannot move alone: a column holds keys of the statuses, too.
-- move: accounts.id
-- refused: active_storage_attachments.record_id
-- unnamed: active_storage_blobs.blob_key sessions.session_id oauth_applications.uid tags.name
--
-- versions.item_id and versions.whodunnit also hold numbers.
-- move: all
-- reviewed: account_summaries, timelines, busy_accounts, statuses_of, count_status
-- refused: versions.item_id versions.whodunnit
--
-- move: all
-- leave: versions.item_id versions.whodunnit
-- reviewed: account_summaries, timelines, busy_accounts, statuses_of, count_status
--
-- write: INSERT INTO accounts (id, username, display_name, note, created_at, updated_at) VALUES ('{{accounts}}', 'w{{n}}', 'written', '', '2026-01-02 03:04:05', '2026-01-02 03:04:05')
-- write: INSERT INTO users (id, email, account_id, sign_in_count, created_at, updated_at) VALUES ('{{users}}', 'w{{n}}@example.com', '{{accounts}}', 1, '2026-01-02 03:04:05', '2026-01-02 03:04:05')
-- write: INSERT INTO statuses (id, account_id, text, in_reply_to_id, visibility, created_at, updated_at) VALUES ('{{statuses}}', '{{accounts}}', 'written', '{{statuses 3}}', 0, '2026-01-02 03:04:05', '2026-01-02 03:04:05')
-- write: INSERT INTO notifications (id, account_id, from_account_id, activity_id, activity_type, created_at) VALUES ('{{notifications}}', '{{accounts 5}}', '{{accounts}}', '{{statuses}}', 'Status', '2026-01-02 03:04:05')
--
-- old: UPDATE statuses SET visibility = 2 WHERE account_id = '{{accounts 4}}'
-- old: DELETE FROM favourites WHERE status_id = '{{statuses 6}}'
-- old: UPDATE notifications SET from_account_id = '{{accounts 3}}' WHERE activity_type = 'Status' AND activity_id IN ('{{statuses 5}}', '{{statuses 9}}')
CREATE TABLE accounts (
  id varchar(36) NOT NULL PRIMARY KEY,
  username varchar(255) NOT NULL,
  domain varchar(255),
  display_name varchar(255) NOT NULL,
  note text NOT NULL,
  moved_to_account_id varchar(36),
  created_at datetime(6) NOT NULL,
  updated_at datetime(6) NOT NULL,
  KEY index_accounts_on_moved_to_account_id (moved_to_account_id),
  UNIQUE KEY index_accounts_on_username_and_domain (username, domain)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO accounts (id, username, domain, display_name, note, moved_to_account_id, created_at, updated_at)
SELECT key_of('accounts', n),
  CONCAT('username ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('domain ', n) END,
  CONCAT('display_name ', n),
  CONCAT('note ', n),
  CASE WHEN n > 3 THEN key_of('accounts', (n) DIV 2) END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 40;

CREATE TABLE users (
  id varchar(36) NOT NULL PRIMARY KEY,
  email varchar(255) NOT NULL,
  account_id varchar(36) NOT NULL,
  invite_id varchar(36),
  created_by_application_id varchar(36),
  sign_in_count int NOT NULL,
  locale varchar(20),
  created_at datetime(6) NOT NULL,
  updated_at datetime(6) NOT NULL,
  UNIQUE KEY index_users_on_email (email),
  KEY index_users_on_account_id (account_id),
  KEY index_users_on_invite_id (invite_id),
  KEY index_users_on_created_by_application_id (created_by_application_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO users (id, email, account_id, invite_id, created_by_application_id, sign_in_count, locale, created_at, updated_at)
SELECT key_of('users', n),
  CONCAT('u', n, '@example.com'),
  key_of('accounts', 1 + (n - 1) % 40),
  CASE WHEN n % 5 > 0 THEN key_of('invites', 1 + ((n - 1) DIV 40 + n * 7) % 10) END,
  CASE WHEN n % 6 > 0 THEN key_of('oauth_applications', 1 + (n * 11) % 8) END,
  n,
  CASE WHEN n % 3 > 0 THEN CONCAT('loc', n) END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 37;

CREATE TABLE conversations (
  id varchar(36) NOT NULL PRIMARY KEY,
  uri varchar(255),
  created_at datetime(6) NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO conversations (id, uri, created_at)
SELECT key_of('conversations', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('uri ', n) END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 30;

CREATE TABLE statuses (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  text text NOT NULL,
  in_reply_to_id varchar(36),
  in_reply_to_account_id varchar(36),
  reblog_of_id varchar(36),
  conversation_id varchar(36),
  application_id varchar(36),
  visibility int NOT NULL,
  deleted_at datetime(6),
  created_at datetime(6) NOT NULL,
  updated_at datetime(6) NOT NULL,
  KEY index_statuses_on_account_id (account_id),
  KEY index_statuses_on_in_reply_to_id (in_reply_to_id),
  KEY index_statuses_on_in_reply_to_account_id (in_reply_to_account_id),
  KEY index_statuses_on_reblog_of_id (reblog_of_id),
  KEY index_statuses_on_conversation_id (conversation_id),
  KEY index_statuses_on_application_id (application_id),
  KEY index_statuses_on_account_id_and_created_at_and_id (account_id, created_at, id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO statuses (id, account_id, text, in_reply_to_id, in_reply_to_account_id, reblog_of_id, conversation_id, application_id, visibility, deleted_at, created_at, updated_at)
SELECT key_of('statuses', n),
  key_of('accounts', 1 + (n - 1) % 40),
  CONCAT('text ', n),
  CASE WHEN n > 3 THEN key_of('statuses', (n) DIV 2) END,
  CASE WHEN n % 6 > 0 THEN key_of('accounts', 1 + (n * 11) % 40) END,
  CASE WHEN n > 3 THEN key_of('statuses', (n) DIV 2) END,
  CASE WHEN n % 8 > 0 THEN key_of('conversations', 1 + (n * 15) % 30) END,
  CASE WHEN n % 9 > 0 THEN key_of('oauth_applications', 1 + (n * 17) % 8) END,
  n,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 120;

CREATE TABLE mentions (
  id varchar(36) NOT NULL PRIMARY KEY,
  status_id varchar(36) NOT NULL,
  account_id varchar(36) NOT NULL,
  silent boolean NOT NULL DEFAULT false,
  created_at datetime(6) NOT NULL,
  KEY index_mentions_on_status_id (status_id),
  KEY index_mentions_on_account_id (account_id),
  UNIQUE KEY index_mentions_on_account_id_and_status_id (account_id, status_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO mentions (id, status_id, account_id, silent, created_at)
SELECT key_of('mentions', n),
  key_of('statuses', 1 + (n - 1) % 120),
  key_of('accounts', 1 + ((n - 1) DIV 120 + n * 7) % 40),
  n % 2 = 0,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 60;

CREATE TABLE favourites (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  status_id varchar(36) NOT NULL,
  created_at datetime(6) NOT NULL,
  KEY index_favourites_on_account_id (account_id),
  KEY index_favourites_on_status_id (status_id),
  UNIQUE KEY index_favourites_on_account_id_and_status_id (account_id, status_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO favourites (id, account_id, status_id, created_at)
SELECT key_of('favourites', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('statuses', 1 + ((n - 1) DIV 40 + n * 7) % 120),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 80;

CREATE TABLE bookmarks (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  status_id varchar(36) NOT NULL,
  created_at datetime(6) NOT NULL,
  KEY index_bookmarks_on_account_id (account_id),
  KEY index_bookmarks_on_status_id (status_id),
  UNIQUE KEY index_bookmarks_on_status_id_and_account_id (status_id, account_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO bookmarks (id, account_id, status_id, created_at)
SELECT key_of('bookmarks', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('statuses', 1 + ((n - 1) DIV 40 + n * 7) % 120),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 30;

CREATE TABLE follows (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  target_account_id varchar(36) NOT NULL,
  show_reblogs boolean NOT NULL DEFAULT false,
  created_at datetime(6) NOT NULL,
  KEY index_follows_on_account_id (account_id),
  KEY index_follows_on_target_account_id (target_account_id),
  UNIQUE KEY index_follows_on_account_id_and_target_account_id (account_id, target_account_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO follows (id, account_id, target_account_id, show_reblogs, created_at)
SELECT key_of('follows', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('accounts', 1 + ((n - 1) DIV 40 + n * 7) % 40),
  n % 2 = 0,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 80;

CREATE TABLE follow_requests (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  target_account_id varchar(36) NOT NULL,
  created_at datetime(6) NOT NULL,
  KEY index_follow_requests_on_account_id (account_id),
  KEY index_follow_requests_on_target_account_id (target_account_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO follow_requests (id, account_id, target_account_id, created_at)
SELECT key_of('follow_requests', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('accounts', 1 + ((n - 1) DIV 40 + n * 7) % 40),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 10;

CREATE TABLE blocks (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  target_account_id varchar(36) NOT NULL,
  created_at datetime(6) NOT NULL,
  KEY index_blocks_on_account_id (account_id),
  KEY index_blocks_on_target_account_id (target_account_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO blocks (id, account_id, target_account_id, created_at)
SELECT key_of('blocks', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('accounts', 1 + ((n - 1) DIV 40 + n * 7) % 40),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 20;

CREATE TABLE mutes (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  target_account_id varchar(36) NOT NULL,
  hide_notifications boolean NOT NULL DEFAULT false,
  created_at datetime(6) NOT NULL,
  KEY index_mutes_on_account_id (account_id),
  KEY index_mutes_on_target_account_id (target_account_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO mutes (id, account_id, target_account_id, hide_notifications, created_at)
SELECT key_of('mutes', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('accounts', 1 + ((n - 1) DIV 40 + n * 7) % 40),
  n % 2 = 0,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 20;

CREATE TABLE notifications (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  from_account_id varchar(36) NOT NULL,
  activity_id varchar(36) NOT NULL,
  activity_type varchar(64) NOT NULL,
  created_at datetime(6) NOT NULL,
  KEY index_notifications_on_account_id (account_id),
  KEY index_notifications_on_from_account_id (from_account_id),
  KEY index_notifications_on_activity_id_and_activity_type (activity_id, activity_type)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO notifications (id, account_id, from_account_id, activity_id, activity_type, created_at)
SELECT key_of('notifications', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('accounts', 1 + ((n - 1) DIV 40 + n * 7) % 40),
  CASE n % 4 WHEN 0 THEN key_of('statuses', 1 + n % 120) WHEN 1 THEN key_of('follows', 1 + n % 80) WHEN 2 THEN key_of('mentions', 1 + n % 60) WHEN 3 THEN key_of('favourites', 1 + n % 80) END,
  CASE n % 4 WHEN 0 THEN 'Status' WHEN 1 THEN 'Follow' WHEN 2 THEN 'Mention' WHEN 3 THEN 'Favourite' END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 90;

CREATE TABLE reports (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  target_account_id varchar(36) NOT NULL,
  assigned_account_id varchar(36),
  action_taken_by_account_id varchar(36),
  comment text NOT NULL,
  created_at datetime(6) NOT NULL,
  KEY index_reports_on_account_id (account_id),
  KEY index_reports_on_target_account_id (target_account_id),
  KEY index_reports_on_assigned_account_id (assigned_account_id),
  KEY index_reports_on_action_taken_by_account_id (action_taken_by_account_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO reports (id, account_id, target_account_id, assigned_account_id, action_taken_by_account_id, comment, created_at)
SELECT key_of('reports', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('accounts', 1 + ((n - 1) DIV 40 + n * 7) % 40),
  CASE WHEN n % 6 > 0 THEN key_of('accounts', 1 + (n * 11) % 40) END,
  CASE WHEN n % 7 > 0 THEN key_of('accounts', 1 + (n * 13) % 40) END,
  CONCAT('comment ', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 20;

CREATE TABLE report_notes (
  id varchar(36) NOT NULL PRIMARY KEY,
  report_id varchar(36) NOT NULL,
  account_id varchar(36) NOT NULL,
  content text NOT NULL,
  created_at datetime(6) NOT NULL,
  KEY index_report_notes_on_report_id (report_id),
  KEY index_report_notes_on_account_id (account_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO report_notes (id, report_id, account_id, content, created_at)
SELECT key_of('report_notes', n),
  key_of('reports', 1 + (n - 1) % 20),
  key_of('accounts', 1 + ((n - 1) DIV 20 + n * 7) % 40),
  CONCAT('content ', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 15;

CREATE TABLE media_attachments (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  status_id varchar(36),
  file_name varchar(255) NOT NULL,
  shortcode varchar(255),
  created_at datetime(6) NOT NULL,
  KEY index_media_attachments_on_account_id (account_id),
  KEY index_media_attachments_on_status_id (status_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO media_attachments (id, account_id, status_id, file_name, shortcode, created_at)
SELECT key_of('media_attachments', n),
  key_of('accounts', 1 + (n - 1) % 40),
  CASE WHEN n % 5 > 0 THEN key_of('statuses', 1 + ((n - 1) DIV 40 + n * 7) % 120) END,
  CONCAT('file_name ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('shortcode ', n) END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 40;

CREATE TABLE polls (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  status_id varchar(36) NOT NULL,
  options json NOT NULL,
  expires_at datetime(6) NOT NULL,
  KEY index_polls_on_account_id (account_id),
  KEY index_polls_on_status_id (status_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO polls (id, account_id, status_id, options, expires_at)
SELECT key_of('polls', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('statuses', 1 + ((n - 1) DIV 40 + n * 7) % 120),
  JSON_OBJECT('n', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 12;

CREATE TABLE poll_votes (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  poll_id varchar(36) NOT NULL,
  choice int NOT NULL,
  KEY index_poll_votes_on_account_id (account_id),
  KEY index_poll_votes_on_poll_id (poll_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO poll_votes (id, account_id, poll_id, choice)
SELECT key_of('poll_votes', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('polls', 1 + ((n - 1) DIV 40 + n * 7) % 12),
  n
FROM numbers WHERE n <= 40;

CREATE TABLE lists (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  title varchar(255) NOT NULL,
  KEY index_lists_on_account_id (account_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO lists (id, account_id, title)
SELECT key_of('lists', n),
  key_of('accounts', 1 + (n - 1) % 40),
  CONCAT('title ', n)
FROM numbers WHERE n <= 15;

CREATE TABLE list_accounts (
  list_id varchar(36) NOT NULL,
  account_id varchar(36) NOT NULL,
  KEY index_list_accounts_on_list_id (list_id),
  KEY index_list_accounts_on_account_id (account_id),
  UNIQUE KEY index_list_accounts_on_list_id_and_account_id (list_id, account_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO list_accounts (list_id, account_id)
SELECT key_of('lists', 1 + (n - 1) % 15),
  key_of('accounts', 1 + ((n - 1) DIV 15 + n * 7) % 40)
FROM numbers WHERE n <= 40;

CREATE TABLE tags (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  UNIQUE KEY index_tags_on_name (name)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO tags (name)
SELECT CONCAT('name ', n)
FROM numbers WHERE n <= 20;

CREATE TABLE statuses_tags (
  tag_id bigint NOT NULL,
  status_id varchar(36) NOT NULL,
  KEY index_statuses_tags_on_status_id (status_id),
  KEY index_statuses_tags_on_tag_id_and_status_id (tag_id, status_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO statuses_tags (tag_id, status_id)
SELECT n,
  key_of('statuses', 1 + (n - 1) % 120)
FROM numbers WHERE n <= 60;

CREATE TABLE custom_filters (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  phrase varchar(255) NOT NULL,
  expires_at datetime(6),
  KEY index_custom_filters_on_account_id (account_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO custom_filters (id, account_id, phrase, expires_at)
SELECT key_of('custom_filters', n),
  key_of('accounts', 1 + (n - 1) % 40),
  CONCAT('phrase ', n),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 15;

CREATE TABLE custom_filter_statuses (
  id varchar(36) NOT NULL PRIMARY KEY,
  custom_filter_id varchar(36) NOT NULL,
  status_id varchar(36) NOT NULL,
  KEY index_custom_filter_statuses_on_custom_filter_id (custom_filter_id),
  KEY index_custom_filter_statuses_on_status_id (status_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO custom_filter_statuses (id, custom_filter_id, status_id)
SELECT key_of('custom_filter_statuses', n),
  key_of('custom_filters', 1 + (n - 1) % 15),
  key_of('statuses', 1 + ((n - 1) DIV 15 + n * 7) % 120)
FROM numbers WHERE n <= 20;

CREATE TABLE oauth_applications (
  id varchar(36) NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  uid varchar(255) NOT NULL,
  secret varchar(255) NOT NULL,
  owner_type varchar(64),
  owner_id varchar(36),
  created_at datetime(6) NOT NULL,
  UNIQUE KEY index_oauth_applications_on_uid (uid)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO oauth_applications (id, name, uid, secret, owner_type, owner_id, created_at)
SELECT key_of('oauth_applications', n),
  CONCAT('name ', n),
  CONCAT('uid ', n),
  CONCAT('secret ', n),
  CASE n % 1 WHEN 0 THEN 'User' END,
  CASE WHEN n % 6 > 0 THEN CASE n % 1 WHEN 0 THEN key_of('users', 1 + n % 37) END END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 8;

CREATE TABLE oauth_access_tokens (
  id varchar(36) NOT NULL PRIMARY KEY,
  token varchar(255) NOT NULL,
  resource_owner_id varchar(36),
  application_id varchar(36) NOT NULL,
  scopes varchar(255),
  created_at datetime(6) NOT NULL,
  KEY index_oauth_access_tokens_on_resource_owner_id (resource_owner_id),
  KEY index_oauth_access_tokens_on_application_id (application_id),
  UNIQUE KEY index_oauth_access_tokens_on_token (token)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO oauth_access_tokens (id, token, resource_owner_id, application_id, scopes, created_at)
SELECT key_of('oauth_access_tokens', n),
  CONCAT('token ', n),
  CASE WHEN n % 4 > 0 THEN key_of('users', 1 + (n - 1) % 37) END,
  key_of('oauth_applications', 1 + ((n - 1) DIV 37 + n * 7) % 8),
  CASE WHEN n % 3 > 0 THEN CONCAT('scopes ', n) END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 40;

CREATE TABLE invites (
  id varchar(36) NOT NULL PRIMARY KEY,
  user_id varchar(36) NOT NULL,
  code varchar(255) NOT NULL,
  uses int NOT NULL,
  created_at datetime(6) NOT NULL,
  KEY index_invites_on_user_id (user_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO invites (id, user_id, code, uses, created_at)
SELECT key_of('invites', n),
  key_of('users', 1 + (n - 1) % 37),
  CONCAT('code ', n),
  n,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 10;

CREATE TABLE sessions (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  user_id varchar(36) NOT NULL,
  session_id varchar(255) NOT NULL,
  user_agent varchar(255) NOT NULL,
  created_at datetime(6) NOT NULL,
  KEY index_sessions_on_user_id (user_id),
  UNIQUE KEY index_sessions_on_session_id (session_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO sessions (user_id, session_id, user_agent, created_at)
SELECT key_of('users', 1 + (n - 1) % 37),
  CONCAT('session_id ', n),
  CONCAT('user_agent ', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 40;

CREATE TABLE account_stats (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  statuses_count bigint NOT NULL,
  KEY index_account_stats_on_account_id (account_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO account_stats (account_id, statuses_count)
SELECT key_of('accounts', n),
  n
FROM numbers WHERE n <= 40;

CREATE TABLE versions (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  item_type varchar(64) NOT NULL,
  item_id varchar(191) NOT NULL,
  event varchar(20) NOT NULL,
  whodunnit varchar(191),
  object text,
  created_at datetime(6) NOT NULL,
  KEY index_versions_on_item_type_and_item_id (item_type, item_id)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO versions (item_type, item_id, event, whodunnit, object, created_at)
SELECT CASE n % 2 WHEN 0 THEN 'Tag' WHEN 1 THEN 'Status' END,
  CASE WHEN n % 2 = 0 THEN key_of('statuses', 1 + n % 120) ELSE CAST(n AS CHAR) END,
  CONCAT('eve', n),
  CASE WHEN n % 2 = 0 THEN key_of('users', 1 + n % 37) ELSE CAST(n AS CHAR) END,
  CASE WHEN n % 3 > 0 THEN CONCAT('object ', n) END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 60;

CREATE TABLE active_storage_blobs (
  id varchar(36) NOT NULL PRIMARY KEY,
  blob_key varchar(255) NOT NULL,
  filename varchar(255) NOT NULL,
  byte_size bigint NOT NULL,
  created_at datetime(6) NOT NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO active_storage_blobs (id, blob_key, filename, byte_size, created_at)
SELECT key_of('active_storage_blobs', n),
  CONCAT('blob_key ', n),
  CONCAT('filename ', n),
  n,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 30;

CREATE TABLE active_storage_attachments (
  id varchar(36) NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  record_type varchar(64) NOT NULL,
  record_id varchar(36) NOT NULL,
  blob_id varchar(36) NOT NULL,
  created_at datetime(6) NOT NULL,
  KEY index_active_storage_attachments_on_blob_id (blob_id),
  KEY index_active_storage_attachments_on_record_type_and_record_i (record_type, record_id, name)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO active_storage_attachments (id, name, record_type, record_id, blob_id, created_at)
SELECT key_of('active_storage_attachments', n),
  CONCAT('name ', n),
  CASE n % 2 WHEN 0 THEN 'Account' WHEN 1 THEN 'Status' END,
  CASE n % 2 WHEN 0 THEN key_of('accounts', 1 + n % 40) WHEN 1 THEN key_of('statuses', 1 + n % 120) END,
  key_of('active_storage_blobs', 1 + (n - 1) % 30),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 30;

CREATE TABLE schema_migrations (
  version varchar(255) NOT NULL,
  PRIMARY KEY (version)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE ar_internal_metadata (
  `key` varchar(255) NOT NULL,
  value varchar(255),
  created_at datetime(6) NOT NULL,
  PRIMARY KEY (`key`)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE VIEW account_summaries AS
SELECT a.id AS account_id, a.username, s.statuses_count FROM accounts a LEFT JOIN account_stats s ON s.account_id = a.id;
CREATE VIEW timelines AS
SELECT s.id, s.text, s.created_at, a.id AS account_id, a.username, r.id AS parent_id, r.account_id AS parent_account_id
FROM statuses s JOIN accounts a ON a.id = s.account_id LEFT JOIN statuses r ON s.in_reply_to_id = r.id WHERE s.deleted_at IS NULL;
CREATE VIEW busy_accounts AS
SELECT t.account_id, count(*) AS statuses FROM timelines t JOIN account_summaries a ON a.account_id = t.account_id GROUP BY t.account_id;
CREATE FUNCTION statuses_of(account varchar(36)) RETURNS bigint READS SQL DATA
RETURN (SELECT count(*) FROM statuses WHERE account_id = account);
CREATE TRIGGER count_status AFTER INSERT ON statuses FOR EACH ROW
UPDATE account_stats SET statuses_count = statuses_count + 1 WHERE account_stats.account_id = NEW.account_id;

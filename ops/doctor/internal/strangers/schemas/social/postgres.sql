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
-- reviewed: public.statuses_of(character varying), public.count_status()
-- refused: versions.item_id versions.whodunnit
--
-- move: all
-- leave: versions.item_id versions.whodunnit
-- reviewed: public.statuses_of(character varying), public.count_status()
--
-- write: INSERT INTO accounts (id, username, display_name, note, created_at, updated_at) VALUES ('{{accounts}}', 'w{{n}}', 'written', '', '2026-01-02 03:04:05', '2026-01-02 03:04:05')
-- write: INSERT INTO users (id, email, account_id, sign_in_count, created_at, updated_at) VALUES ('{{users}}', 'w{{n}}@example.com', '{{accounts}}', 1, '2026-01-02 03:04:05', '2026-01-02 03:04:05')
-- write: INSERT INTO statuses (id, account_id, text, in_reply_to_id, visibility, created_at, updated_at) VALUES ('{{statuses}}', '{{accounts}}', 'written', '{{statuses 3}}', 0, '2026-01-02 03:04:05', '2026-01-02 03:04:05')
-- write: INSERT INTO notifications (id, account_id, from_account_id, activity_id, activity_type, created_at) VALUES ('{{notifications}}', '{{accounts 5}}', '{{accounts}}', '{{statuses}}', 'Status', '2026-01-02 03:04:05')
--
-- old: UPDATE statuses SET visibility = 2 WHERE account_id = '{{accounts 4}}'
-- old: DELETE FROM favourites WHERE status_id = '{{statuses 6}}'
-- old: UPDATE notifications SET from_account_id = '{{accounts 3}}' WHERE activity_type = 'Status' AND activity_id IN ('{{statuses 5}}', '{{statuses 9}}')
--
-- plan: SELECT * FROM account_summaries WHERE account_id = '{{accounts 7}}'
-- plan: SELECT * FROM timelines WHERE account_id = '{{accounts 7}}'
-- plan: SELECT * FROM timelines WHERE id = '{{statuses 7}}'
-- plan: SELECT * FROM busy_accounts WHERE account_id = '{{accounts 7}}'
CREATE TABLE accounts (
  id character varying NOT NULL PRIMARY KEY,
  username varchar(255) NOT NULL,
  domain varchar(255),
  display_name varchar(255) NOT NULL,
  note text NOT NULL,
  moved_to_account_id character varying,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE INDEX index_accounts_on_moved_to_account_id ON accounts (moved_to_account_id);
CREATE UNIQUE INDEX index_accounts_on_username_and_domain ON accounts (username, domain);
INSERT INTO accounts (id, username, domain, display_name, note, moved_to_account_id, created_at, updated_at)
SELECT key_of('accounts', n),
  'username ' || n,
  CASE WHEN n % 3 > 0 THEN 'domain ' || n END,
  'display_name ' || n,
  'note ' || n,
  CASE WHEN n > 3 THEN key_of('accounts', (n) / 2) END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour',
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 40;

CREATE TABLE users (
  id character varying NOT NULL PRIMARY KEY,
  email varchar(255) NOT NULL,
  account_id character varying NOT NULL,
  invite_id character varying,
  created_by_application_id character varying,
  sign_in_count integer NOT NULL,
  locale varchar(20),
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE UNIQUE INDEX index_users_on_email ON users (email);
CREATE INDEX index_users_on_account_id ON users (account_id);
CREATE INDEX index_users_on_invite_id ON users (invite_id);
CREATE INDEX index_users_on_created_by_application_id ON users (created_by_application_id);
INSERT INTO users (id, email, account_id, invite_id, created_by_application_id, sign_in_count, locale, created_at, updated_at)
SELECT key_of('users', n),
  'u' || n || '@example.com',
  key_of('accounts', 1 + (n - 1) % 40),
  CASE WHEN n % 5 > 0 THEN key_of('invites', 1 + ((n - 1) / 40 + n * 7) % 10) END,
  CASE WHEN n % 6 > 0 THEN key_of('oauth_applications', 1 + (n * 11) % 8) END,
  n,
  CASE WHEN n % 3 > 0 THEN 'loc' || n END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour',
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 37;

CREATE TABLE conversations (
  id character varying NOT NULL PRIMARY KEY,
  uri varchar(255),
  created_at timestamp(6) NOT NULL
);
INSERT INTO conversations (id, uri, created_at)
SELECT key_of('conversations', n),
  CASE WHEN n % 3 > 0 THEN 'uri ' || n END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 30;

CREATE TABLE statuses (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  text text NOT NULL,
  in_reply_to_id character varying,
  in_reply_to_account_id character varying,
  reblog_of_id character varying,
  conversation_id character varying,
  application_id character varying,
  visibility integer NOT NULL,
  deleted_at timestamp(6),
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE INDEX index_statuses_on_account_id ON statuses (account_id);
CREATE INDEX index_statuses_on_in_reply_to_id ON statuses (in_reply_to_id);
CREATE INDEX index_statuses_on_in_reply_to_account_id ON statuses (in_reply_to_account_id);
CREATE INDEX index_statuses_on_reblog_of_id ON statuses (reblog_of_id);
CREATE INDEX index_statuses_on_conversation_id ON statuses (conversation_id);
CREATE INDEX index_statuses_on_application_id ON statuses (application_id);
CREATE INDEX index_statuses_on_account_id_and_created_at_and_id ON statuses (account_id, created_at, id);
INSERT INTO statuses (id, account_id, text, in_reply_to_id, in_reply_to_account_id, reblog_of_id, conversation_id, application_id, visibility, deleted_at, created_at, updated_at)
SELECT key_of('statuses', n),
  key_of('accounts', 1 + (n - 1) % 40),
  'text ' || n,
  CASE WHEN n > 3 THEN key_of('statuses', (n) / 2) END,
  CASE WHEN n % 6 > 0 THEN key_of('accounts', 1 + (n * 11) % 40) END,
  CASE WHEN n > 3 THEN key_of('statuses', (n) / 2) END,
  CASE WHEN n % 8 > 0 THEN key_of('conversations', 1 + (n * 15) % 30) END,
  CASE WHEN n % 9 > 0 THEN key_of('oauth_applications', 1 + (n * 17) % 8) END,
  n,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour' END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour',
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 120;

CREATE TABLE mentions (
  id character varying NOT NULL PRIMARY KEY,
  status_id character varying NOT NULL,
  account_id character varying NOT NULL,
  silent boolean NOT NULL DEFAULT false,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_mentions_on_status_id ON mentions (status_id);
CREATE INDEX index_mentions_on_account_id ON mentions (account_id);
CREATE UNIQUE INDEX index_mentions_on_account_id_and_status_id ON mentions (account_id, status_id);
INSERT INTO mentions (id, status_id, account_id, silent, created_at)
SELECT key_of('mentions', n),
  key_of('statuses', 1 + (n - 1) % 120),
  key_of('accounts', 1 + ((n - 1) / 120 + n * 7) % 40),
  n % 2 = 0,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 60;

CREATE TABLE favourites (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  status_id character varying NOT NULL,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_favourites_on_account_id ON favourites (account_id);
CREATE INDEX index_favourites_on_status_id ON favourites (status_id);
CREATE UNIQUE INDEX index_favourites_on_account_id_and_status_id ON favourites (account_id, status_id);
INSERT INTO favourites (id, account_id, status_id, created_at)
SELECT key_of('favourites', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('statuses', 1 + ((n - 1) / 40 + n * 7) % 120),
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 80;

CREATE TABLE bookmarks (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  status_id character varying NOT NULL,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_bookmarks_on_account_id ON bookmarks (account_id);
CREATE INDEX index_bookmarks_on_status_id ON bookmarks (status_id);
CREATE UNIQUE INDEX index_bookmarks_on_status_id_and_account_id ON bookmarks (status_id, account_id);
INSERT INTO bookmarks (id, account_id, status_id, created_at)
SELECT key_of('bookmarks', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('statuses', 1 + ((n - 1) / 40 + n * 7) % 120),
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 30;

CREATE TABLE follows (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  target_account_id character varying NOT NULL,
  show_reblogs boolean NOT NULL DEFAULT false,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_follows_on_account_id ON follows (account_id);
CREATE INDEX index_follows_on_target_account_id ON follows (target_account_id);
CREATE UNIQUE INDEX index_follows_on_account_id_and_target_account_id ON follows (account_id, target_account_id);
INSERT INTO follows (id, account_id, target_account_id, show_reblogs, created_at)
SELECT key_of('follows', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('accounts', 1 + ((n - 1) / 40 + n * 7) % 40),
  n % 2 = 0,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 80;

CREATE TABLE follow_requests (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  target_account_id character varying NOT NULL,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_follow_requests_on_account_id ON follow_requests (account_id);
CREATE INDEX index_follow_requests_on_target_account_id ON follow_requests (target_account_id);
INSERT INTO follow_requests (id, account_id, target_account_id, created_at)
SELECT key_of('follow_requests', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('accounts', 1 + ((n - 1) / 40 + n * 7) % 40),
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 10;

CREATE TABLE blocks (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  target_account_id character varying NOT NULL,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_blocks_on_account_id ON blocks (account_id);
CREATE INDEX index_blocks_on_target_account_id ON blocks (target_account_id);
INSERT INTO blocks (id, account_id, target_account_id, created_at)
SELECT key_of('blocks', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('accounts', 1 + ((n - 1) / 40 + n * 7) % 40),
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 20;

CREATE TABLE mutes (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  target_account_id character varying NOT NULL,
  hide_notifications boolean NOT NULL DEFAULT false,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_mutes_on_account_id ON mutes (account_id);
CREATE INDEX index_mutes_on_target_account_id ON mutes (target_account_id);
INSERT INTO mutes (id, account_id, target_account_id, hide_notifications, created_at)
SELECT key_of('mutes', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('accounts', 1 + ((n - 1) / 40 + n * 7) % 40),
  n % 2 = 0,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 20;

CREATE TABLE notifications (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  from_account_id character varying NOT NULL,
  activity_id character varying NOT NULL,
  activity_type varchar(64) NOT NULL,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_notifications_on_account_id ON notifications (account_id);
CREATE INDEX index_notifications_on_from_account_id ON notifications (from_account_id);
CREATE INDEX index_notifications_on_activity_id_and_activity_type ON notifications (activity_id, activity_type);
INSERT INTO notifications (id, account_id, from_account_id, activity_id, activity_type, created_at)
SELECT key_of('notifications', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('accounts', 1 + ((n - 1) / 40 + n * 7) % 40),
  CASE n % 4 WHEN 0 THEN key_of('statuses', 1 + n % 120) WHEN 1 THEN key_of('follows', 1 + n % 80) WHEN 2 THEN key_of('mentions', 1 + n % 60) WHEN 3 THEN key_of('favourites', 1 + n % 80) END,
  CASE n % 4 WHEN 0 THEN 'Status' WHEN 1 THEN 'Follow' WHEN 2 THEN 'Mention' WHEN 3 THEN 'Favourite' END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 90;

CREATE TABLE reports (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  target_account_id character varying NOT NULL,
  assigned_account_id character varying,
  action_taken_by_account_id character varying,
  comment text NOT NULL,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_reports_on_account_id ON reports (account_id);
CREATE INDEX index_reports_on_target_account_id ON reports (target_account_id);
CREATE INDEX index_reports_on_assigned_account_id ON reports (assigned_account_id);
CREATE INDEX index_reports_on_action_taken_by_account_id ON reports (action_taken_by_account_id);
INSERT INTO reports (id, account_id, target_account_id, assigned_account_id, action_taken_by_account_id, comment, created_at)
SELECT key_of('reports', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('accounts', 1 + ((n - 1) / 40 + n * 7) % 40),
  CASE WHEN n % 6 > 0 THEN key_of('accounts', 1 + (n * 11) % 40) END,
  CASE WHEN n % 7 > 0 THEN key_of('accounts', 1 + (n * 13) % 40) END,
  'comment ' || n,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 20;

CREATE TABLE report_notes (
  id character varying NOT NULL PRIMARY KEY,
  report_id character varying NOT NULL,
  account_id character varying NOT NULL,
  content text NOT NULL,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_report_notes_on_report_id ON report_notes (report_id);
CREATE INDEX index_report_notes_on_account_id ON report_notes (account_id);
INSERT INTO report_notes (id, report_id, account_id, content, created_at)
SELECT key_of('report_notes', n),
  key_of('reports', 1 + (n - 1) % 20),
  key_of('accounts', 1 + ((n - 1) / 20 + n * 7) % 40),
  'content ' || n,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 15;

CREATE TABLE media_attachments (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  status_id character varying,
  file_name varchar(255) NOT NULL,
  shortcode varchar(255),
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_media_attachments_on_account_id ON media_attachments (account_id);
CREATE INDEX index_media_attachments_on_status_id ON media_attachments (status_id);
INSERT INTO media_attachments (id, account_id, status_id, file_name, shortcode, created_at)
SELECT key_of('media_attachments', n),
  key_of('accounts', 1 + (n - 1) % 40),
  CASE WHEN n % 5 > 0 THEN key_of('statuses', 1 + ((n - 1) / 40 + n * 7) % 120) END,
  'file_name ' || n,
  CASE WHEN n % 3 > 0 THEN 'shortcode ' || n END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 40;

CREATE TABLE polls (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  status_id character varying NOT NULL,
  options jsonb NOT NULL,
  expires_at timestamp(6) NOT NULL
);
CREATE INDEX index_polls_on_account_id ON polls (account_id);
CREATE INDEX index_polls_on_status_id ON polls (status_id);
INSERT INTO polls (id, account_id, status_id, options, expires_at)
SELECT key_of('polls', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('statuses', 1 + ((n - 1) / 40 + n * 7) % 120),
  jsonb_build_object('n', n),
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 12;

CREATE TABLE poll_votes (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  poll_id character varying NOT NULL,
  choice integer NOT NULL
);
CREATE INDEX index_poll_votes_on_account_id ON poll_votes (account_id);
CREATE INDEX index_poll_votes_on_poll_id ON poll_votes (poll_id);
INSERT INTO poll_votes (id, account_id, poll_id, choice)
SELECT key_of('poll_votes', n),
  key_of('accounts', 1 + (n - 1) % 40),
  key_of('polls', 1 + ((n - 1) / 40 + n * 7) % 12),
  n
FROM numbers WHERE n <= 40;

CREATE TABLE lists (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  title varchar(255) NOT NULL
);
CREATE INDEX index_lists_on_account_id ON lists (account_id);
INSERT INTO lists (id, account_id, title)
SELECT key_of('lists', n),
  key_of('accounts', 1 + (n - 1) % 40),
  'title ' || n
FROM numbers WHERE n <= 15;

CREATE TABLE list_accounts (
  list_id character varying NOT NULL,
  account_id character varying NOT NULL
);
CREATE INDEX index_list_accounts_on_list_id ON list_accounts (list_id);
CREATE INDEX index_list_accounts_on_account_id ON list_accounts (account_id);
CREATE UNIQUE INDEX index_list_accounts_on_list_id_and_account_id ON list_accounts (list_id, account_id);
INSERT INTO list_accounts (list_id, account_id)
SELECT key_of('lists', 1 + (n - 1) % 15),
  key_of('accounts', 1 + ((n - 1) / 15 + n * 7) % 40)
FROM numbers WHERE n <= 40;

CREATE TABLE tags (
  id bigserial NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL
);
CREATE UNIQUE INDEX index_tags_on_name ON tags (name);
INSERT INTO tags (name)
SELECT 'name ' || n
FROM numbers WHERE n <= 20;

CREATE TABLE statuses_tags (
  tag_id bigint NOT NULL,
  status_id character varying NOT NULL
);
CREATE INDEX index_statuses_tags_on_status_id ON statuses_tags (status_id);
CREATE INDEX index_statuses_tags_on_tag_id_and_status_id ON statuses_tags (tag_id, status_id);
INSERT INTO statuses_tags (tag_id, status_id)
SELECT n,
  key_of('statuses', 1 + (n - 1) % 120)
FROM numbers WHERE n <= 60;

CREATE TABLE custom_filters (
  id character varying NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  phrase varchar(255) NOT NULL,
  expires_at timestamp(6)
);
CREATE INDEX index_custom_filters_on_account_id ON custom_filters (account_id);
INSERT INTO custom_filters (id, account_id, phrase, expires_at)
SELECT key_of('custom_filters', n),
  key_of('accounts', 1 + (n - 1) % 40),
  'phrase ' || n,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour' END
FROM numbers WHERE n <= 15;

CREATE TABLE custom_filter_statuses (
  id character varying NOT NULL PRIMARY KEY,
  custom_filter_id character varying NOT NULL,
  status_id character varying NOT NULL
);
CREATE INDEX index_custom_filter_statuses_on_custom_filter_id ON custom_filter_statuses (custom_filter_id);
CREATE INDEX index_custom_filter_statuses_on_status_id ON custom_filter_statuses (status_id);
INSERT INTO custom_filter_statuses (id, custom_filter_id, status_id)
SELECT key_of('custom_filter_statuses', n),
  key_of('custom_filters', 1 + (n - 1) % 15),
  key_of('statuses', 1 + ((n - 1) / 15 + n * 7) % 120)
FROM numbers WHERE n <= 20;

CREATE TABLE oauth_applications (
  id character varying NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  uid varchar(255) NOT NULL,
  secret varchar(255) NOT NULL,
  owner_type varchar(64),
  owner_id character varying,
  created_at timestamp(6) NOT NULL
);
CREATE UNIQUE INDEX index_oauth_applications_on_uid ON oauth_applications (uid);
INSERT INTO oauth_applications (id, name, uid, secret, owner_type, owner_id, created_at)
SELECT key_of('oauth_applications', n),
  'name ' || n,
  'uid ' || n,
  'secret ' || n,
  CASE n % 1 WHEN 0 THEN 'User' END,
  CASE WHEN n % 6 > 0 THEN CASE n % 1 WHEN 0 THEN key_of('users', 1 + n % 37) END END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 8;

CREATE TABLE oauth_access_tokens (
  id character varying NOT NULL PRIMARY KEY,
  token varchar(255) NOT NULL,
  resource_owner_id character varying,
  application_id character varying NOT NULL,
  scopes varchar(255),
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_oauth_access_tokens_on_resource_owner_id ON oauth_access_tokens (resource_owner_id);
CREATE INDEX index_oauth_access_tokens_on_application_id ON oauth_access_tokens (application_id);
CREATE UNIQUE INDEX index_oauth_access_tokens_on_token ON oauth_access_tokens (token);
INSERT INTO oauth_access_tokens (id, token, resource_owner_id, application_id, scopes, created_at)
SELECT key_of('oauth_access_tokens', n),
  'token ' || n,
  CASE WHEN n % 4 > 0 THEN key_of('users', 1 + (n - 1) % 37) END,
  key_of('oauth_applications', 1 + ((n - 1) / 37 + n * 7) % 8),
  CASE WHEN n % 3 > 0 THEN 'scopes ' || n END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 40;

CREATE TABLE invites (
  id character varying NOT NULL PRIMARY KEY,
  user_id character varying NOT NULL,
  code varchar(255) NOT NULL,
  uses integer NOT NULL,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_invites_on_user_id ON invites (user_id);
INSERT INTO invites (id, user_id, code, uses, created_at)
SELECT key_of('invites', n),
  key_of('users', 1 + (n - 1) % 37),
  'code ' || n,
  n,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 10;

CREATE TABLE sessions (
  id bigserial NOT NULL PRIMARY KEY,
  user_id character varying NOT NULL,
  session_id varchar(255) NOT NULL,
  user_agent varchar(255) NOT NULL,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_sessions_on_user_id ON sessions (user_id);
CREATE UNIQUE INDEX index_sessions_on_session_id ON sessions (session_id);
INSERT INTO sessions (user_id, session_id, user_agent, created_at)
SELECT key_of('users', 1 + (n - 1) % 37),
  'session_id ' || n,
  'user_agent ' || n,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 40;

CREATE TABLE account_stats (
  id bigserial NOT NULL PRIMARY KEY,
  account_id character varying NOT NULL,
  statuses_count bigint NOT NULL
);
CREATE INDEX index_account_stats_on_account_id ON account_stats (account_id);
INSERT INTO account_stats (account_id, statuses_count)
SELECT key_of('accounts', n),
  n
FROM numbers WHERE n <= 40;

CREATE TABLE versions (
  id bigserial NOT NULL PRIMARY KEY,
  item_type varchar(64) NOT NULL,
  item_id character varying NOT NULL,
  event varchar(20) NOT NULL,
  whodunnit character varying,
  object text,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_versions_on_item_type_and_item_id ON versions (item_type, item_id);
INSERT INTO versions (item_type, item_id, event, whodunnit, object, created_at)
SELECT CASE n % 2 WHEN 0 THEN 'Tag' WHEN 1 THEN 'Status' END,
  CASE WHEN n % 2 = 0 THEN key_of('statuses', 1 + n % 120) ELSE n::text END,
  'eve' || n,
  CASE WHEN n % 2 = 0 THEN key_of('users', 1 + n % 37) ELSE n::text END,
  CASE WHEN n % 3 > 0 THEN 'object ' || n END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 60;

CREATE TABLE active_storage_blobs (
  id character varying NOT NULL PRIMARY KEY,
  blob_key varchar(255) NOT NULL,
  filename varchar(255) NOT NULL,
  byte_size bigint NOT NULL,
  created_at timestamp(6) NOT NULL
);
INSERT INTO active_storage_blobs (id, blob_key, filename, byte_size, created_at)
SELECT key_of('active_storage_blobs', n),
  'blob_key ' || n,
  'filename ' || n,
  n,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 30;

CREATE TABLE active_storage_attachments (
  id character varying NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  record_type varchar(64) NOT NULL,
  record_id character varying NOT NULL,
  blob_id character varying NOT NULL,
  created_at timestamp(6) NOT NULL
);
CREATE INDEX index_active_storage_attachments_on_blob_id ON active_storage_attachments (blob_id);
CREATE INDEX index_active_storage_attachments_on_record_type_and_record_i ON active_storage_attachments (record_type, record_id, name);
INSERT INTO active_storage_attachments (id, name, record_type, record_id, blob_id, created_at)
SELECT key_of('active_storage_attachments', n),
  'name ' || n,
  CASE n % 2 WHEN 0 THEN 'Account' WHEN 1 THEN 'Status' END,
  CASE n % 2 WHEN 0 THEN key_of('accounts', 1 + n % 40) WHEN 1 THEN key_of('statuses', 1 + n % 120) END,
  key_of('active_storage_blobs', 1 + (n - 1) % 30),
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 30;

CREATE TABLE schema_migrations (
  version varchar(255) NOT NULL,
  PRIMARY KEY (version)
);

CREATE TABLE ar_internal_metadata (
  key varchar(255) NOT NULL,
  value varchar(255),
  created_at timestamp(6) NOT NULL,
  PRIMARY KEY (key)
);

CREATE VIEW account_summaries AS
SELECT a.id AS account_id, a.username, s.statuses_count FROM accounts a LEFT JOIN account_stats s ON s.account_id = a.id;
COMMENT ON VIEW account_summaries IS 'what a profile shows';
CREATE VIEW timelines AS
SELECT s.id, s.text, s.created_at, a.id AS account_id, a.username, r.id AS parent_id, r.account_id AS parent_account_id
FROM statuses s JOIN accounts a ON a.id = s.account_id LEFT JOIN statuses r ON s.in_reply_to_id = r.id WHERE s.deleted_at IS NULL;
CREATE VIEW busy_accounts AS
SELECT t.account_id, count(*) AS statuses FROM timelines t JOIN account_summaries a ON a.account_id = t.account_id GROUP BY t.account_id;
CREATE FUNCTION statuses_of(account character varying) RETURNS bigint LANGUAGE sql STABLE AS
'SELECT count(*) FROM statuses WHERE account_id = account';
CREATE FUNCTION count_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account_stats SET statuses_count = statuses_count + 1 WHERE account_stats.account_id = NEW.account_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER statuses_counted AFTER INSERT ON statuses FOR EACH ROW EXECUTE FUNCTION count_status();

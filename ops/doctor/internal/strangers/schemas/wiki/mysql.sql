-- A chat and a wiki of one company: tables with prefixes, views over views, functions and triggers, a table with partitions that
-- refers to others without a foreign key, and an audit that refers to all.
--
-- keys: auth_users.id auth_teams.id auth_tokens.id chat_channels.id chat_threads.id chat_messages.id chat_files.id chat_pins.id
-- keys: chat_hooks.id wiki_spaces.id wiki_pages.id wiki_revisions.id wiki_comments.id wiki_attachments.id wiki_templates.id
-- found: chat_threads.root_id chat_messages.channel_id chat_messages.author_id chat_messages.thread_id chat_reactions.message_id
-- found: chat_files.message_id chat_pins.message_id wiki_attachments.file_id wiki_permissions.subject_id audit_events.actor_id
-- found: audit_events.subject_id audit_logins.user_id
--
-- move: auth_users.id
-- refused: audit_events.subject_id wiki_permissions.subject_id
-- unnamed: chat_hooks.secret
--
-- move: all
-- reviewed: auth_people, chat_spoken, wiki_contributions, audit_activity, chat_unread, pages_noted, forget_user, forget_tokens
--
-- write: INSERT INTO auth_users (id, login, email, created_at) VALUES ('{{auth.users}}', 'w{{n}}', 'w{{n}}@example.com', '2026-01-02 03:04:05')
-- write: INSERT INTO chat_messages (id, sent_at, channel_id, author_id, body) VALUES ('{{chat.messages}}', '2024-04-02 03:04:05', '{{chat.channels 3}}', '{{auth.users}}', 'written')
-- write: INSERT INTO wiki_pages (id, space_id, title, slug, author_id, created_at) VALUES ('{{wiki.pages}}', '{{wiki.spaces 2}}', 'w', 'w{{n}}', '{{auth.users}}', '2026-01-02 03:04:05')
-- write: INSERT INTO audit_events (at, actor_id, action, subject_type, subject_id, detail) VALUES ('2026-01-02 03:04:05', '{{auth.users}}', 'write', 'page', '{{wiki.pages}}', '{}')
-- write: INSERT INTO chat_reactions (message_id, user_id, emoji) VALUES ('{{chat.messages}}', '{{auth.users 3}}', 'x')
--
-- old: UPDATE chat_messages SET body = 'x' WHERE author_id = '{{auth.users 4}}'
-- old: DELETE FROM wiki_comments WHERE page_id = '{{wiki.pages 6}}'
-- old: DELETE FROM chat_pins WHERE channel_id = '{{chat.channels 2}}'

CREATE TABLE auth_users (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  login varchar(255) NOT NULL,
  email varchar(255) NOT NULL,
  manager_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  created_at datetime(6) NOT NULL,
  UNIQUE KEY auth_users_email_key (email),
  KEY auth_users_manager_id_idx (manager_id),
  UNIQUE KEY auth_users_login_key (login)
);
INSERT INTO auth_users (id, login, email, manager_id, created_at)
SELECT key_of('auth.users', n),
  CONCAT('login ', n),
  CONCAT('u', n, '@example.com'),
  CASE WHEN n > 3 THEN key_of('auth.users', (n) DIV 2) END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 40;

CREATE TABLE auth_teams (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  lead_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  KEY auth_teams_lead_id_idx (lead_id)
);
INSERT INTO auth_teams (id, name, lead_id)
SELECT key_of('auth.teams', n),
  CONCAT('name ', n),
  key_of('auth.users', 1 + (n - 1) % 40)
FROM numbers WHERE n <= 10;

CREATE TABLE auth_members (
  team_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  role varchar(20) NOT NULL,
  PRIMARY KEY (team_id, user_id),
  KEY auth_members_team_id_idx (team_id),
  KEY auth_members_user_id_idx (user_id)
);
INSERT INTO auth_members (team_id, user_id, role)
SELECT key_of('auth.teams', 1 + (n - 1) % 10),
  key_of('auth.users', 1 + ((n - 1) DIV 10 + n * 7) % 40),
  CONCAT('rol', n)
FROM numbers WHERE n <= 40;

CREATE TABLE auth_tokens (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  user_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  hash varchar(255) NOT NULL,
  expires_at datetime(6) NOT NULL,
  KEY auth_tokens_user_id_idx (user_id)
);
INSERT INTO auth_tokens (id, user_id, hash, expires_at)
SELECT key_of('auth.tokens', n),
  key_of('auth.users', 1 + (n - 1) % 40),
  CONCAT('hash ', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 30;

CREATE TABLE auth_preferences (
  user_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  settings json NOT NULL,
  PRIMARY KEY (user_id)
);
INSERT INTO auth_preferences (user_id, settings)
SELECT key_of('auth.users', n),
  JSON_OBJECT('n', n)
FROM numbers WHERE n <= 40;

CREATE TABLE chat_channels (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  team_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  name varchar(255) NOT NULL,
  topic varchar(255),
  creator_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  archived_at datetime(6),
  KEY chat_channels_team_id_idx (team_id),
  KEY chat_channels_creator_id_idx (creator_id)
);
INSERT INTO chat_channels (id, team_id, name, topic, creator_id, archived_at)
SELECT key_of('chat.channels', n),
  CASE WHEN n % 4 > 0 THEN key_of('auth.teams', 1 + (n - 1) % 10) END,
  CONCAT('name ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('topic ', n) END,
  CASE WHEN n % 5 > 0 THEN key_of('auth.users', 1 + ((n - 1) DIV 10 + n * 7) % 40) END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 15;

CREATE TABLE chat_channel_members (
  channel_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  last_read datetime(6),
  mention_count int NOT NULL,
  PRIMARY KEY (channel_id, user_id),
  KEY chat_channel_members_channel_id_idx (channel_id),
  KEY chat_channel_members_user_id_idx (user_id)
);
INSERT INTO chat_channel_members (channel_id, user_id, last_read, mention_count)
SELECT key_of('chat.channels', 1 + (n - 1) % 15),
  key_of('auth.users', 1 + ((n - 1) DIV 15 + n * 7) % 40),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END,
  n
FROM numbers WHERE n <= 60;

CREATE TABLE chat_threads (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  channel_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  title varchar(255) NOT NULL,
  root_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  KEY chat_threads_channel_id_idx (channel_id),
  KEY chat_threads_root_id_idx (root_id)
);
INSERT INTO chat_threads (id, channel_id, title, root_id)
SELECT key_of('chat.threads', n),
  key_of('chat.channels', 1 + (n - 1) % 15),
  CONCAT('title ', n),
  CASE WHEN n % 5 > 0 THEN key_of('chat.messages', 1 + ((n - 1) DIV 15 + n * 7) % 120) END
FROM numbers WHERE n <= 20;

CREATE TABLE chat_messages (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  sent_at datetime(6) NOT NULL,
  channel_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  author_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  thread_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  body text NOT NULL,
  edited_at datetime(6),
  PRIMARY KEY (id, sent_at),
  KEY chat_messages_channel_id_idx (channel_id),
  KEY chat_messages_author_id_idx (author_id),
  KEY chat_messages_thread_id_idx (thread_id),
  KEY chat_messages_author_id_sent_at_idx (author_id, sent_at)
) PARTITION BY RANGE COLUMNS (sent_at) (
  PARTITION march VALUES LESS THAN ('2024-04-01'),
  PARTITION later VALUES LESS THAN (MAXVALUE)
);
INSERT INTO chat_messages (id, sent_at, channel_id, author_id, thread_id, body, edited_at)
SELECT key_of('chat.messages', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR,
  key_of('chat.channels', 1 + (n - 1) % 15),
  key_of('auth.users', 1 + ((n - 1) DIV 15 + n * 7) % 40),
  CASE WHEN n % 6 > 0 THEN key_of('chat.threads', 1 + (n * 11) % 20) END,
  CONCAT('body ', n),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 120;

CREATE TABLE chat_reactions (
  message_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  emoji varchar(20) NOT NULL,
  PRIMARY KEY (message_id, user_id, emoji),
  KEY chat_reactions_message_id_idx (message_id),
  KEY chat_reactions_user_id_idx (user_id)
);
INSERT INTO chat_reactions (message_id, user_id, emoji)
SELECT key_of('chat.messages', 1 + (n - 1) % 120),
  key_of('auth.users', 1 + ((n - 1) DIV 120 + n * 7) % 40),
  CONCAT('emo', n)
FROM numbers WHERE n <= 60;

CREATE TABLE chat_files (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  message_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  uploader_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name varchar(255) NOT NULL,
  size bigint NOT NULL,
  KEY chat_files_message_id_idx (message_id),
  KEY chat_files_uploader_id_idx (uploader_id)
);
INSERT INTO chat_files (id, message_id, uploader_id, name, size)
SELECT key_of('chat.files', n),
  CASE WHEN n % 4 > 0 THEN key_of('chat.messages', 1 + (n - 1) % 120) END,
  key_of('auth.users', 1 + ((n - 1) DIV 120 + n * 7) % 40),
  CONCAT('name ', n),
  n
FROM numbers WHERE n <= 30;

CREATE TABLE chat_drafts (
  user_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  channel_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (user_id, channel_id),
  KEY chat_drafts_channel_id_idx (channel_id)
);
INSERT INTO chat_drafts (user_id, channel_id, body)
SELECT key_of('auth.users', 1 + (n - 1) % 40),
  key_of('chat.channels', 1 + ((n - 1) DIV 40 + n * 7) % 15),
  CONCAT('body ', n)
FROM numbers WHERE n <= 20;

CREATE TABLE chat_pins (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  channel_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  message_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  pinned_by char(36) CHARACTER SET ascii COLLATE ascii_bin,
  KEY chat_pins_channel_id_idx (channel_id),
  KEY chat_pins_message_id_idx (message_id),
  KEY chat_pins_pinned_by_idx (pinned_by)
);
INSERT INTO chat_pins (id, channel_id, message_id, pinned_by)
SELECT key_of('chat.pins', n),
  key_of('chat.channels', 1 + (n - 1) % 15),
  key_of('chat.messages', 1 + ((n - 1) DIV 15 + n * 7) % 120),
  CASE WHEN n % 6 > 0 THEN key_of('auth.users', 1 + (n * 11) % 40) END
FROM numbers WHERE n <= 15;

CREATE TABLE chat_hooks (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  channel_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  creator_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  secret char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  KEY chat_hooks_channel_id_idx (channel_id),
  KEY chat_hooks_creator_id_idx (creator_id)
);
INSERT INTO chat_hooks (id, channel_id, creator_id, secret)
SELECT key_of('chat.hooks', n),
  key_of('chat.channels', 1 + (n - 1) % 15),
  CASE WHEN n % 5 > 0 THEN key_of('auth.users', 1 + ((n - 1) DIV 15 + n * 7) % 40) END,
  key_of('chat.hooks.secret', n)
FROM numbers WHERE n <= 8;

CREATE TABLE wiki_spaces (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  space_key varchar(20) NOT NULL,
  name varchar(255) NOT NULL,
  home_page_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  owner_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  KEY wiki_spaces_home_page_id_idx (home_page_id),
  KEY wiki_spaces_owner_id_idx (owner_id),
  UNIQUE KEY wiki_spaces_space_key_key (space_key)
);
INSERT INTO wiki_spaces (id, space_key, name, home_page_id, owner_id)
SELECT key_of('wiki.spaces', n),
  CONCAT('spa', n),
  CONCAT('name ', n),
  CASE WHEN n % 4 > 0 THEN key_of('wiki.pages', 1 + (n - 1) % 60) END,
  key_of('auth.users', 1 + ((n - 1) DIV 60 + n * 7) % 40)
FROM numbers WHERE n <= 8;

CREATE TABLE wiki_pages (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  space_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  parent_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  title varchar(255) NOT NULL,
  slug varchar(255) NOT NULL,
  author_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  current_revision_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  created_at datetime(6) NOT NULL,
  KEY wiki_pages_space_id_idx (space_id),
  KEY wiki_pages_parent_id_idx (parent_id),
  KEY wiki_pages_author_id_idx (author_id),
  KEY wiki_pages_current_revision_id_idx (current_revision_id),
  UNIQUE KEY wiki_pages_slug_key (slug)
);
INSERT INTO wiki_pages (id, space_id, parent_id, title, slug, author_id, current_revision_id, created_at)
SELECT key_of('wiki.pages', n),
  key_of('wiki.spaces', 1 + (n - 1) % 8),
  CASE WHEN n > 3 THEN key_of('wiki.pages', (n) DIV 2) END,
  CONCAT('title ', n),
  CONCAT('slug ', n),
  key_of('auth.users', 1 + (n * 11) % 40),
  CASE WHEN n % 7 > 0 THEN key_of('wiki.revisions', 1 + (n * 13) % 110) END,
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 60;

CREATE TABLE wiki_revisions (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  page_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  number int NOT NULL,
  author_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  body text NOT NULL,
  created_at datetime(6) NOT NULL,
  KEY wiki_revisions_page_id_idx (page_id),
  KEY wiki_revisions_author_id_idx (author_id),
  UNIQUE KEY wiki_revisions_page_id_number_key (page_id, number)
);
INSERT INTO wiki_revisions (id, page_id, number, author_id, body, created_at)
SELECT key_of('wiki.revisions', n),
  key_of('wiki.pages', 1 + (n - 1) % 60),
  n,
  key_of('auth.users', 1 + ((n - 1) DIV 60 + n * 7) % 40),
  CONCAT('body ', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 110;

CREATE TABLE wiki_links (
  from_page_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  to_page_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  anchor varchar(255),
  PRIMARY KEY (from_page_id, to_page_id),
  KEY wiki_links_from_page_id_idx (from_page_id),
  KEY wiki_links_to_page_id_idx (to_page_id)
);
INSERT INTO wiki_links (from_page_id, to_page_id, anchor)
SELECT key_of('wiki.pages', 1 + (n - 1) % 60),
  key_of('wiki.pages', 1 + ((n - 1) DIV 60 + n * 7) % 60),
  CASE WHEN n % 3 > 0 THEN CONCAT('anchor ', n) END
FROM numbers WHERE n <= 60;

CREATE TABLE wiki_comments (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  page_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  parent_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  author_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  body text NOT NULL,
  created_at datetime(6) NOT NULL,
  KEY wiki_comments_page_id_idx (page_id),
  KEY wiki_comments_parent_id_idx (parent_id),
  KEY wiki_comments_author_id_idx (author_id)
);
INSERT INTO wiki_comments (id, page_id, parent_id, author_id, body, created_at)
SELECT key_of('wiki.comments', n),
  key_of('wiki.pages', 1 + (n - 1) % 60),
  CASE WHEN n > 3 THEN key_of('wiki.comments', (n) DIV 2) END,
  key_of('auth.users', 1 + (n * 11) % 40),
  CONCAT('body ', n),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR
FROM numbers WHERE n <= 50;

CREATE TABLE wiki_attachments (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  page_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  uploader_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  file_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  name varchar(255) NOT NULL,
  KEY wiki_attachments_page_id_idx (page_id),
  KEY wiki_attachments_uploader_id_idx (uploader_id),
  KEY wiki_attachments_file_id_idx (file_id)
);
INSERT INTO wiki_attachments (id, page_id, uploader_id, file_id, name)
SELECT key_of('wiki.attachments', n),
  key_of('wiki.pages', 1 + (n - 1) % 60),
  key_of('auth.users', 1 + ((n - 1) DIV 60 + n * 7) % 40),
  CASE WHEN n % 6 > 0 THEN key_of('chat.files', 1 + (n * 11) % 30) END,
  CONCAT('name ', n)
FROM numbers WHERE n <= 30;

CREATE TABLE wiki_labels (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  UNIQUE KEY wiki_labels_name_key (name)
);
INSERT INTO wiki_labels (name)
SELECT CONCAT('name ', n)
FROM numbers WHERE n <= 12;

CREATE TABLE wiki_page_labels (
  page_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  label_id bigint NOT NULL,
  PRIMARY KEY (page_id, label_id),
  KEY wiki_page_labels_page_id_idx (page_id)
);
INSERT INTO wiki_page_labels (page_id, label_id)
SELECT key_of('wiki.pages', 1 + (n - 1) % 60),
  n
FROM numbers WHERE n <= 40;

CREATE TABLE wiki_watchers (
  page_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  user_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  since datetime(6),
  PRIMARY KEY (page_id, user_id),
  KEY wiki_watchers_page_id_idx (page_id),
  KEY wiki_watchers_user_id_idx (user_id)
);
INSERT INTO wiki_watchers (page_id, user_id, since)
SELECT key_of('wiki.pages', 1 + (n - 1) % 60),
  key_of('auth.users', 1 + ((n - 1) DIV 60 + n * 7) % 40),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 40;

CREATE TABLE wiki_permissions (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  space_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  subject_type varchar(64) NOT NULL,
  subject_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  can_edit boolean NOT NULL DEFAULT false,
  KEY wiki_permissions_space_id_idx (space_id),
  KEY wiki_permissions_subject_id_subject_type_idx (subject_id, subject_type)
);
INSERT INTO wiki_permissions (space_id, subject_type, subject_id, can_edit)
SELECT key_of('wiki.spaces', 1 + (n - 1) % 8),
  CASE n % 2 WHEN 0 THEN 'user' WHEN 1 THEN 'team' END,
  CASE n % 2 WHEN 0 THEN key_of('auth.users', 1 + n % 40) WHEN 1 THEN key_of('auth.teams', 1 + n % 10) END,
  n % 2 = 0
FROM numbers WHERE n <= 30;

CREATE TABLE wiki_templates (
  id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  space_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  body text NOT NULL,
  KEY wiki_templates_space_id_idx (space_id)
);

CREATE TABLE audit_events (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  at datetime(6) NOT NULL,
  actor_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  action varchar(20) NOT NULL,
  subject_type varchar(64) NOT NULL,
  subject_id char(36) CHARACTER SET ascii COLLATE ascii_bin,
  detail json NOT NULL,
  KEY audit_events_actor_id_idx (actor_id),
  KEY audit_events_at_idx (at)
);
INSERT INTO audit_events (at, actor_id, action, subject_type, subject_id, detail)
SELECT TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR,
  CASE WHEN n % 4 > 0 THEN key_of('auth.users', 1 + (n - 1) % 40) END,
  CONCAT('act', n),
  CASE n % 3 WHEN 0 THEN 'page' WHEN 1 THEN 'message' WHEN 2 THEN 'user' END,
  CASE WHEN n % 6 > 0 THEN CASE n % 3 WHEN 0 THEN key_of('wiki.pages', 1 + n % 60) WHEN 1 THEN key_of('chat.messages', 1 + n % 120) WHEN 2 THEN key_of('auth.users', 1 + n % 40) END END,
  JSON_OBJECT('n', n)
FROM numbers WHERE n <= 90;

CREATE TABLE audit_logins (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  user_id char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  at datetime(6) NOT NULL,
  address varchar(20) NOT NULL,
  KEY audit_logins_user_id_idx (user_id)
);
INSERT INTO audit_logins (user_id, at, address)
SELECT key_of('auth.users', 1 + (n - 1) % 40),
  TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR,
  CONCAT('add', n)
FROM numbers WHERE n <= 60;

ALTER TABLE auth_users ADD CONSTRAINT auth_users_manager_id_fkey FOREIGN KEY (manager_id) REFERENCES auth_users (id);
ALTER TABLE auth_teams ADD CONSTRAINT auth_teams_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES auth_users (id);
ALTER TABLE auth_members ADD CONSTRAINT auth_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth_teams (id) ON DELETE CASCADE;
ALTER TABLE auth_members ADD CONSTRAINT auth_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users (id) ON DELETE CASCADE;
ALTER TABLE auth_tokens ADD CONSTRAINT auth_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users (id) ON DELETE CASCADE;
ALTER TABLE auth_preferences ADD CONSTRAINT auth_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users (id);
ALTER TABLE chat_channels ADD CONSTRAINT chat_channels_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth_teams (id);
ALTER TABLE chat_channels ADD CONSTRAINT chat_channels_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES auth_users (id) ON DELETE SET NULL;
ALTER TABLE chat_channel_members ADD CONSTRAINT chat_channel_members_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat_channels (id) ON DELETE CASCADE;
ALTER TABLE chat_channel_members ADD CONSTRAINT chat_channel_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users (id);
ALTER TABLE chat_threads ADD CONSTRAINT chat_threads_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat_channels (id);
ALTER TABLE chat_reactions ADD CONSTRAINT chat_reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users (id);
ALTER TABLE chat_files ADD CONSTRAINT chat_files_uploader_id_fkey FOREIGN KEY (uploader_id) REFERENCES auth_users (id);
ALTER TABLE chat_drafts ADD CONSTRAINT chat_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users (id);
ALTER TABLE chat_drafts ADD CONSTRAINT chat_drafts_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat_channels (id);
ALTER TABLE chat_pins ADD CONSTRAINT chat_pins_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat_channels (id);
ALTER TABLE chat_pins ADD CONSTRAINT chat_pins_pinned_by_fkey FOREIGN KEY (pinned_by) REFERENCES auth_users (id);
ALTER TABLE chat_hooks ADD CONSTRAINT chat_hooks_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat_channels (id);
ALTER TABLE chat_hooks ADD CONSTRAINT chat_hooks_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES auth_users (id);
ALTER TABLE wiki_spaces ADD CONSTRAINT wiki_spaces_home_page_id_fkey FOREIGN KEY (home_page_id) REFERENCES wiki_pages (id);
ALTER TABLE wiki_spaces ADD CONSTRAINT wiki_spaces_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth_users (id);
ALTER TABLE wiki_pages ADD CONSTRAINT wiki_pages_space_id_fkey FOREIGN KEY (space_id) REFERENCES wiki_spaces (id);
ALTER TABLE wiki_pages ADD CONSTRAINT wiki_pages_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES wiki_pages (id);
ALTER TABLE wiki_pages ADD CONSTRAINT wiki_pages_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth_users (id);
ALTER TABLE wiki_pages ADD CONSTRAINT wiki_pages_current_revision_id_fkey FOREIGN KEY (current_revision_id) REFERENCES wiki_revisions (id);
ALTER TABLE wiki_revisions ADD CONSTRAINT wiki_revisions_page_id_fkey FOREIGN KEY (page_id) REFERENCES wiki_pages (id) ON DELETE CASCADE;
ALTER TABLE wiki_revisions ADD CONSTRAINT wiki_revisions_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth_users (id);
ALTER TABLE wiki_links ADD CONSTRAINT wiki_links_from_page_id_fkey FOREIGN KEY (from_page_id) REFERENCES wiki_pages (id);
ALTER TABLE wiki_links ADD CONSTRAINT wiki_links_to_page_id_fkey FOREIGN KEY (to_page_id) REFERENCES wiki_pages (id);
ALTER TABLE wiki_comments ADD CONSTRAINT wiki_comments_page_id_fkey FOREIGN KEY (page_id) REFERENCES wiki_pages (id) ON DELETE CASCADE;
ALTER TABLE wiki_comments ADD CONSTRAINT wiki_comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES wiki_comments (id);
ALTER TABLE wiki_comments ADD CONSTRAINT wiki_comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth_users (id);
ALTER TABLE wiki_attachments ADD CONSTRAINT wiki_attachments_page_id_fkey FOREIGN KEY (page_id) REFERENCES wiki_pages (id);
ALTER TABLE wiki_attachments ADD CONSTRAINT wiki_attachments_uploader_id_fkey FOREIGN KEY (uploader_id) REFERENCES auth_users (id);
ALTER TABLE wiki_page_labels ADD CONSTRAINT wiki_page_labels_page_id_fkey FOREIGN KEY (page_id) REFERENCES wiki_pages (id);
ALTER TABLE wiki_watchers ADD CONSTRAINT wiki_watchers_page_id_fkey FOREIGN KEY (page_id) REFERENCES wiki_pages (id);
ALTER TABLE wiki_watchers ADD CONSTRAINT wiki_watchers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users (id);
ALTER TABLE wiki_permissions ADD CONSTRAINT wiki_permissions_space_id_fkey FOREIGN KEY (space_id) REFERENCES wiki_spaces (id);
ALTER TABLE wiki_templates ADD CONSTRAINT wiki_templates_space_id_fkey FOREIGN KEY (space_id) REFERENCES wiki_spaces (id);

-- Views over views.
CREATE VIEW auth_people AS
SELECT u.id, u.login, m.id AS manager_id, m.login AS manager FROM auth_users u LEFT JOIN auth_users m ON m.id = u.manager_id;
CREATE VIEW chat_spoken AS
SELECT m.id, m.sent_at, m.body, p.id AS author_id, p.login, p.manager, c.id AS channel_id, c.name FROM chat_messages m
JOIN auth_people p ON m.author_id = p.id JOIN chat_channels c ON c.id = m.channel_id;
CREATE VIEW wiki_contributions AS
SELECT r.author_id, p.login, g.id AS page_id, g.title, count(*) AS revisions FROM wiki_revisions r
JOIN wiki_pages g ON g.id = r.page_id JOIN auth_people p ON p.id = r.author_id GROUP BY r.author_id, p.login, g.id, g.title;
CREATE VIEW audit_activity AS
SELECT author_id AS user_id, login, 'page' AS what, page_id AS subject_id FROM wiki_contributions
UNION ALL SELECT author_id, login, 'message', id FROM chat_spoken;
ALTER TABLE auth_users ADD CONSTRAINT no_own_manager CHECK (manager_id <> id);
ALTER TABLE wiki_pages ADD COLUMN path varchar(255) GENERATED ALWAYS AS (LOWER(slug)) STORED;
CREATE FULLTEXT INDEX bodies ON wiki_revisions (body);

CREATE FUNCTION chat_unread(person char(36), room char(36)) RETURNS bigint READS SQL DATA
RETURN (SELECT count(*) FROM chat_messages m JOIN chat_channel_members c ON c.channel_id = m.channel_id WHERE c.user_id = person AND m.channel_id = room AND m.sent_at > c.last_read);
CREATE TRIGGER pages_noted AFTER UPDATE ON wiki_pages FOR EACH ROW
INSERT INTO audit_events (at, actor_id, action, subject_type, subject_id, detail) VALUES ('2026-01-01', NEW.author_id, 'UPDATE', 'page', NEW.id, '{}');
DELIMITER //
CREATE PROCEDURE forget_user(IN person char(36))
BEGIN
  DELETE FROM chat_reactions WHERE user_id = person;
  UPDATE wiki_pages SET author_id = (SELECT id FROM auth_users ORDER BY created_at LIMIT 1) WHERE author_id = person;
END //
DELIMITER ;
CREATE EVENT forget_tokens ON SCHEDULE EVERY 1 YEAR STARTS '2030-01-01 00:00:00' DO DELETE FROM auth_tokens WHERE expires_at < '2000-01-01' AND user_id IS NOT NULL;

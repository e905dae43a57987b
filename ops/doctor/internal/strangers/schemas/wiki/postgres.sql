-- A chat and a wiki of one company: several schemas of PostgreSQL, views over views, functions and triggers, a table with partitions that
-- refers to others without a foreign key, and an audit that refers to all.
--
-- keys: auth.users.id auth.teams.id auth.tokens.id chat.channels.id chat.threads.id chat.messages.id chat.files.id chat.pins.id
-- keys: chat.hooks.id wiki.spaces.id wiki.pages.id wiki.revisions.id wiki.comments.id wiki.attachments.id wiki.templates.id
-- found: chat.threads.root_id chat.messages.channel_id chat.messages.author_id chat.messages.thread_id chat.reactions.message_id
-- found: chat.files.message_id chat.pins.message_id wiki.attachments.file_id wiki.permissions.subject_id audit.events.actor_id
-- found: audit.events.subject_id audit.logins.user_id
--
-- move: auth.users.id
-- refused: audit.events.subject_id wiki.permissions.subject_id
-- unnamed: chat.hooks.secret
--
-- move: all
-- before: DROP MATERIALIZED VIEW wiki.popular
-- after: CREATE MATERIALIZED VIEW wiki.popular AS SELECT page_id, count(*) AS watchers FROM wiki.watchers GROUP BY page_id
-- after: CREATE UNIQUE INDEX popular_page ON wiki.popular (page_id)
-- before: ALTER TABLE wiki.locks DROP CONSTRAINT one_editor
-- after: ALTER TABLE wiki.locks ADD CONSTRAINT one_editor EXCLUDE USING gist (page_id WITH =, during WITH &&)
-- before: DROP POLICY own_drafts ON chat.drafts
-- after: CREATE POLICY own_drafts ON chat.drafts USING (user_id = current_setting('app.user', true)::uuid)
-- before: DROP POLICY drafts_of_members ON chat.drafts
-- after: CREATE POLICY drafts_of_members ON chat.drafts FOR SELECT USING (channel_id IN (SELECT channel_id FROM chat.channel_members WHERE channel_members.user_id = current_setting('app.user', true)::uuid))
-- before: DROP RULE keep_events ON audit.events
-- after: CREATE RULE keep_events AS ON UPDATE TO audit.events WHERE OLD.actor_id IS DISTINCT FROM NEW.actor_id DO INSTEAD NOTHING
-- before: DROP VIEW wiki.my_pages
-- after: CREATE VIEW wiki.my_pages AS SELECT id, title, author_id FROM wiki.pages WHERE author_id = current_setting('app.user', true)::uuid WITH LOCAL CHECK OPTION
-- before: ALTER PUBLICATION pages DROP TABLE wiki.spaces
-- after: ALTER PUBLICATION pages ADD TABLE wiki.spaces (id, space_key, name)
-- reviewed: users_by_login, events_of_pages
-- reviewed: chat.unread(character varying,character varying), wiki.path_of(character varying), audit.note()
--
-- write: INSERT INTO auth.users (id, login, email, created_at) VALUES ('{{auth.users}}', 'w{{n}}', 'w{{n}}@example.com', '2026-01-02 03:04:05')
-- write: INSERT INTO chat.messages (id, sent_at, channel_id, author_id, body) VALUES ('{{chat.messages}}', '2024-04-02 03:04:05', '{{chat.channels 3}}', '{{auth.users}}', 'written')
-- write: INSERT INTO wiki.pages (id, space_id, title, slug, author_id, created_at) VALUES ('{{wiki.pages}}', '{{wiki.spaces 2}}', 'w', 'w{{n}}', '{{auth.users}}', '2026-01-02 03:04:05')
-- write: INSERT INTO audit.events (at, actor_id, action, subject_type, subject_id, detail) VALUES ('2026-01-02 03:04:05', '{{auth.users}}', 'write', 'page', '{{wiki.pages}}', '{}')
-- write: INSERT INTO chat.reactions (message_id, user_id, emoji) VALUES ('{{chat.messages}}', '{{auth.users 3}}', 'x')
--
-- old: UPDATE chat.messages SET body = 'x' WHERE author_id = '{{auth.users 4}}'
-- old: DELETE FROM wiki.comments WHERE page_id = '{{wiki.pages 6}}'
-- old: DELETE FROM chat.pins WHERE channel_id = '{{chat.channels 2}}'
--
-- plan: SELECT * FROM auth.people WHERE id = '{{auth.users 7}}'
-- plan: SELECT * FROM chat.spoken WHERE author_id = '{{auth.users 7}}'
-- plan: SELECT * FROM wiki.contributions WHERE author_id = '{{auth.users 7}}'
-- plan: SELECT * FROM audit.activity WHERE user_id = '{{auth.users 7}}'
-- plan: SELECT * FROM audit.actors WHERE actor_id = '{{auth.users 7}}'

CREATE SCHEMA auth;
CREATE SCHEMA chat;
CREATE SCHEMA wiki;
CREATE SCHEMA audit;
CREATE TABLE auth.users (
  id varchar(36) NOT NULL PRIMARY KEY,
  login varchar(255) NOT NULL,
  email varchar(255) NOT NULL,
  manager_id varchar(36),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX auth_users_email_key ON auth.users (email);
CREATE INDEX auth_users_manager_id_idx ON auth.users (manager_id);
CREATE UNIQUE INDEX auth_users_login_key ON auth.users (login);
INSERT INTO auth.users (id, login, email, manager_id, created_at)
SELECT key_of('auth.users', n),
  'login ' || n,
  'u' || n || '@example.com',
  CASE WHEN n > 3 THEN key_of('auth.users', (n) / 2) END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 40;

CREATE TABLE auth.teams (
  id varchar(36) NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  lead_id varchar(36) NOT NULL
);
CREATE INDEX auth_teams_lead_id_idx ON auth.teams (lead_id);
INSERT INTO auth.teams (id, name, lead_id)
SELECT key_of('auth.teams', n),
  'name ' || n,
  key_of('auth.users', 1 + (n - 1) % 40)
FROM numbers WHERE n <= 10;

CREATE TABLE auth.members (
  team_id varchar(36) NOT NULL,
  user_id varchar(36) NOT NULL,
  role varchar(20) NOT NULL,
  PRIMARY KEY (team_id, user_id)
);
CREATE INDEX auth_members_team_id_idx ON auth.members (team_id);
CREATE INDEX auth_members_user_id_idx ON auth.members (user_id);
INSERT INTO auth.members (team_id, user_id, role)
SELECT key_of('auth.teams', 1 + (n - 1) % 10),
  key_of('auth.users', 1 + ((n - 1) / 10 + n * 7) % 40),
  'rol' || n
FROM numbers WHERE n <= 40;

CREATE TABLE auth.tokens (
  id varchar(36) NOT NULL PRIMARY KEY,
  user_id varchar(36) NOT NULL,
  hash varchar(255) NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX auth_tokens_user_id_idx ON auth.tokens (user_id);
INSERT INTO auth.tokens (id, user_id, hash, expires_at)
SELECT key_of('auth.tokens', n),
  key_of('auth.users', 1 + (n - 1) % 40),
  'hash ' || n,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 30;

CREATE TABLE auth.preferences (
  user_id varchar(36) NOT NULL,
  settings jsonb NOT NULL,
  PRIMARY KEY (user_id)
);
INSERT INTO auth.preferences (user_id, settings)
SELECT key_of('auth.users', n),
  jsonb_build_object('n', n)
FROM numbers WHERE n <= 40;

CREATE TABLE chat.channels (
  id varchar(36) NOT NULL PRIMARY KEY,
  team_id varchar(36),
  name varchar(255) NOT NULL,
  topic varchar(255),
  creator_id varchar(36),
  archived_at timestamptz
);
CREATE INDEX chat_channels_team_id_idx ON chat.channels (team_id);
CREATE INDEX chat_channels_creator_id_idx ON chat.channels (creator_id);
INSERT INTO chat.channels (id, team_id, name, topic, creator_id, archived_at)
SELECT key_of('chat.channels', n),
  CASE WHEN n % 4 > 0 THEN key_of('auth.teams', 1 + (n - 1) % 10) END,
  'name ' || n,
  CASE WHEN n % 3 > 0 THEN 'topic ' || n END,
  CASE WHEN n % 5 > 0 THEN key_of('auth.users', 1 + ((n - 1) / 10 + n * 7) % 40) END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour' END
FROM numbers WHERE n <= 15;

CREATE TABLE chat.channel_members (
  channel_id varchar(36) NOT NULL,
  user_id varchar(36) NOT NULL,
  last_read timestamptz,
  mention_count integer NOT NULL,
  PRIMARY KEY (channel_id, user_id)
);
CREATE INDEX chat_channel_members_channel_id_idx ON chat.channel_members (channel_id);
CREATE INDEX chat_channel_members_user_id_idx ON chat.channel_members (user_id);
INSERT INTO chat.channel_members (channel_id, user_id, last_read, mention_count)
SELECT key_of('chat.channels', 1 + (n - 1) % 15),
  key_of('auth.users', 1 + ((n - 1) / 15 + n * 7) % 40),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour' END,
  n
FROM numbers WHERE n <= 60;

CREATE TABLE chat.threads (
  id varchar(36) NOT NULL PRIMARY KEY,
  channel_id varchar(36) NOT NULL,
  title varchar(255) NOT NULL,
  root_id varchar(36)
);
CREATE INDEX chat_threads_channel_id_idx ON chat.threads (channel_id);
CREATE INDEX chat_threads_root_id_idx ON chat.threads (root_id);
INSERT INTO chat.threads (id, channel_id, title, root_id)
SELECT key_of('chat.threads', n),
  key_of('chat.channels', 1 + (n - 1) % 15),
  'title ' || n,
  CASE WHEN n % 5 > 0 THEN key_of('chat.messages', 1 + ((n - 1) / 15 + n * 7) % 120) END
FROM numbers WHERE n <= 20;

CREATE TABLE chat.messages (
  id varchar(36) NOT NULL,
  sent_at timestamptz NOT NULL,
  channel_id varchar(36) NOT NULL,
  author_id varchar(36) NOT NULL,
  thread_id varchar(36),
  body text NOT NULL,
  edited_at timestamptz,
  PRIMARY KEY (id, sent_at)
) PARTITION BY RANGE (sent_at);
CREATE TABLE chat.messages_march PARTITION OF chat.messages FOR VALUES FROM ('2024-03-01') TO ('2024-04-01');
CREATE TABLE chat.messages_later PARTITION OF chat.messages DEFAULT;
CREATE INDEX chat_messages_channel_id_idx ON chat.messages (channel_id);
CREATE INDEX chat_messages_author_id_idx ON chat.messages (author_id);
CREATE INDEX chat_messages_thread_id_idx ON chat.messages (thread_id);
CREATE INDEX chat_messages_author_id_sent_at_idx ON chat.messages (author_id, sent_at);
INSERT INTO chat.messages (id, sent_at, channel_id, author_id, thread_id, body, edited_at)
SELECT key_of('chat.messages', n),
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour',
  key_of('chat.channels', 1 + (n - 1) % 15),
  key_of('auth.users', 1 + ((n - 1) / 15 + n * 7) % 40),
  CASE WHEN n % 6 > 0 THEN key_of('chat.threads', 1 + (n * 11) % 20) END,
  'body ' || n,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour' END
FROM numbers WHERE n <= 120;

CREATE TABLE chat.reactions (
  message_id varchar(36) NOT NULL,
  user_id varchar(36) NOT NULL,
  emoji varchar(20) NOT NULL,
  PRIMARY KEY (message_id, user_id, emoji)
);
CREATE INDEX chat_reactions_message_id_idx ON chat.reactions (message_id);
CREATE INDEX chat_reactions_user_id_idx ON chat.reactions (user_id);
INSERT INTO chat.reactions (message_id, user_id, emoji)
SELECT key_of('chat.messages', 1 + (n - 1) % 120),
  key_of('auth.users', 1 + ((n - 1) / 120 + n * 7) % 40),
  'emo' || n
FROM numbers WHERE n <= 60;

CREATE TABLE chat.files (
  id varchar(36) NOT NULL PRIMARY KEY,
  message_id varchar(36),
  uploader_id varchar(36) NOT NULL,
  name varchar(255) NOT NULL,
  size bigint NOT NULL
);
CREATE INDEX chat_files_message_id_idx ON chat.files (message_id);
CREATE INDEX chat_files_uploader_id_idx ON chat.files (uploader_id);
INSERT INTO chat.files (id, message_id, uploader_id, name, size)
SELECT key_of('chat.files', n),
  CASE WHEN n % 4 > 0 THEN key_of('chat.messages', 1 + (n - 1) % 120) END,
  key_of('auth.users', 1 + ((n - 1) / 120 + n * 7) % 40),
  'name ' || n,
  n
FROM numbers WHERE n <= 30;

CREATE TABLE chat.drafts (
  user_id varchar(36) NOT NULL,
  channel_id varchar(36) NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (user_id, channel_id)
);
CREATE INDEX chat_drafts_channel_id_idx ON chat.drafts (channel_id);
INSERT INTO chat.drafts (user_id, channel_id, body)
SELECT key_of('auth.users', 1 + (n - 1) % 40),
  key_of('chat.channels', 1 + ((n - 1) / 40 + n * 7) % 15),
  'body ' || n
FROM numbers WHERE n <= 20;

CREATE TABLE chat.pins (
  id varchar(36) NOT NULL PRIMARY KEY,
  channel_id varchar(36) NOT NULL,
  message_id varchar(36) NOT NULL,
  pinned_by varchar(36)
);
CREATE INDEX chat_pins_channel_id_idx ON chat.pins (channel_id);
CREATE INDEX chat_pins_message_id_idx ON chat.pins (message_id);
CREATE INDEX chat_pins_pinned_by_idx ON chat.pins (pinned_by);
INSERT INTO chat.pins (id, channel_id, message_id, pinned_by)
SELECT key_of('chat.pins', n),
  key_of('chat.channels', 1 + (n - 1) % 15),
  key_of('chat.messages', 1 + ((n - 1) / 15 + n * 7) % 120),
  CASE WHEN n % 6 > 0 THEN key_of('auth.users', 1 + (n * 11) % 40) END
FROM numbers WHERE n <= 15;

CREATE TABLE chat.hooks (
  id varchar(36) NOT NULL PRIMARY KEY,
  channel_id varchar(36) NOT NULL,
  creator_id varchar(36),
  secret varchar(36) NOT NULL
);
CREATE INDEX chat_hooks_channel_id_idx ON chat.hooks (channel_id);
CREATE INDEX chat_hooks_creator_id_idx ON chat.hooks (creator_id);
INSERT INTO chat.hooks (id, channel_id, creator_id, secret)
SELECT key_of('chat.hooks', n),
  key_of('chat.channels', 1 + (n - 1) % 15),
  CASE WHEN n % 5 > 0 THEN key_of('auth.users', 1 + ((n - 1) / 15 + n * 7) % 40) END,
  key_of('chat.hooks.secret', n)
FROM numbers WHERE n <= 8;

CREATE TABLE wiki.spaces (
  id varchar(36) NOT NULL PRIMARY KEY,
  space_key varchar(20) NOT NULL,
  name varchar(255) NOT NULL,
  home_page_id varchar(36),
  owner_id varchar(36) NOT NULL
);
CREATE INDEX wiki_spaces_home_page_id_idx ON wiki.spaces (home_page_id);
CREATE INDEX wiki_spaces_owner_id_idx ON wiki.spaces (owner_id);
CREATE UNIQUE INDEX wiki_spaces_space_key_key ON wiki.spaces (space_key);
INSERT INTO wiki.spaces (id, space_key, name, home_page_id, owner_id)
SELECT key_of('wiki.spaces', n),
  'spa' || n,
  'name ' || n,
  CASE WHEN n % 4 > 0 THEN key_of('wiki.pages', 1 + (n - 1) % 60) END,
  key_of('auth.users', 1 + ((n - 1) / 60 + n * 7) % 40)
FROM numbers WHERE n <= 8;

CREATE TABLE wiki.pages (
  id varchar(36) NOT NULL PRIMARY KEY,
  space_id varchar(36) NOT NULL,
  parent_id varchar(36),
  title varchar(255) NOT NULL,
  slug varchar(255) NOT NULL,
  author_id varchar(36) NOT NULL,
  current_revision_id varchar(36),
  created_at timestamptz NOT NULL
);
CREATE INDEX wiki_pages_space_id_idx ON wiki.pages (space_id);
CREATE INDEX wiki_pages_parent_id_idx ON wiki.pages (parent_id);
CREATE INDEX wiki_pages_author_id_idx ON wiki.pages (author_id);
CREATE INDEX wiki_pages_current_revision_id_idx ON wiki.pages (current_revision_id);
CREATE UNIQUE INDEX wiki_pages_slug_key ON wiki.pages (slug);
INSERT INTO wiki.pages (id, space_id, parent_id, title, slug, author_id, current_revision_id, created_at)
SELECT key_of('wiki.pages', n),
  key_of('wiki.spaces', 1 + (n - 1) % 8),
  CASE WHEN n > 3 THEN key_of('wiki.pages', (n) / 2) END,
  'title ' || n,
  'slug ' || n,
  key_of('auth.users', 1 + (n * 11) % 40),
  CASE WHEN n % 7 > 0 THEN key_of('wiki.revisions', 1 + (n * 13) % 110) END,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 60;

CREATE TABLE wiki.revisions (
  id varchar(36) NOT NULL PRIMARY KEY,
  page_id varchar(36) NOT NULL,
  number integer NOT NULL,
  author_id varchar(36) NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX wiki_revisions_page_id_idx ON wiki.revisions (page_id);
CREATE INDEX wiki_revisions_author_id_idx ON wiki.revisions (author_id);
CREATE UNIQUE INDEX wiki_revisions_page_id_number_key ON wiki.revisions (page_id, number);
INSERT INTO wiki.revisions (id, page_id, number, author_id, body, created_at)
SELECT key_of('wiki.revisions', n),
  key_of('wiki.pages', 1 + (n - 1) % 60),
  n,
  key_of('auth.users', 1 + ((n - 1) / 60 + n * 7) % 40),
  'body ' || n,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 110;

CREATE TABLE wiki.links (
  from_page_id varchar(36) NOT NULL,
  to_page_id varchar(36) NOT NULL,
  anchor varchar(255),
  PRIMARY KEY (from_page_id, to_page_id)
);
CREATE INDEX wiki_links_from_page_id_idx ON wiki.links (from_page_id);
CREATE INDEX wiki_links_to_page_id_idx ON wiki.links (to_page_id);
INSERT INTO wiki.links (from_page_id, to_page_id, anchor)
SELECT key_of('wiki.pages', 1 + (n - 1) % 60),
  key_of('wiki.pages', 1 + ((n - 1) / 60 + n * 7) % 60),
  CASE WHEN n % 3 > 0 THEN 'anchor ' || n END
FROM numbers WHERE n <= 60;

CREATE TABLE wiki.comments (
  id varchar(36) NOT NULL PRIMARY KEY,
  page_id varchar(36) NOT NULL,
  parent_id varchar(36),
  author_id varchar(36) NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX wiki_comments_page_id_idx ON wiki.comments (page_id);
CREATE INDEX wiki_comments_parent_id_idx ON wiki.comments (parent_id);
CREATE INDEX wiki_comments_author_id_idx ON wiki.comments (author_id);
INSERT INTO wiki.comments (id, page_id, parent_id, author_id, body, created_at)
SELECT key_of('wiki.comments', n),
  key_of('wiki.pages', 1 + (n - 1) % 60),
  CASE WHEN n > 3 THEN key_of('wiki.comments', (n) / 2) END,
  key_of('auth.users', 1 + (n * 11) % 40),
  'body ' || n,
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour'
FROM numbers WHERE n <= 50;

CREATE TABLE wiki.attachments (
  id varchar(36) NOT NULL PRIMARY KEY,
  page_id varchar(36) NOT NULL,
  uploader_id varchar(36) NOT NULL,
  file_id varchar(36),
  name varchar(255) NOT NULL
);
CREATE INDEX wiki_attachments_page_id_idx ON wiki.attachments (page_id);
CREATE INDEX wiki_attachments_uploader_id_idx ON wiki.attachments (uploader_id);
CREATE INDEX wiki_attachments_file_id_idx ON wiki.attachments (file_id);
INSERT INTO wiki.attachments (id, page_id, uploader_id, file_id, name)
SELECT key_of('wiki.attachments', n),
  key_of('wiki.pages', 1 + (n - 1) % 60),
  key_of('auth.users', 1 + ((n - 1) / 60 + n * 7) % 40),
  CASE WHEN n % 6 > 0 THEN key_of('chat.files', 1 + (n * 11) % 30) END,
  'name ' || n
FROM numbers WHERE n <= 30;

CREATE TABLE wiki.labels (
  id bigserial NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL
);
CREATE UNIQUE INDEX wiki_labels_name_key ON wiki.labels (name);
INSERT INTO wiki.labels (name)
SELECT 'name ' || n
FROM numbers WHERE n <= 12;

CREATE TABLE wiki.page_labels (
  page_id varchar(36) NOT NULL,
  label_id bigint NOT NULL,
  PRIMARY KEY (page_id, label_id)
);
CREATE INDEX wiki_page_labels_page_id_idx ON wiki.page_labels (page_id);
INSERT INTO wiki.page_labels (page_id, label_id)
SELECT key_of('wiki.pages', 1 + (n - 1) % 60),
  1 + n % 12
FROM numbers WHERE n <= 40;

CREATE TABLE wiki.watchers (
  page_id varchar(36) NOT NULL,
  user_id varchar(36) NOT NULL,
  since timestamptz,
  PRIMARY KEY (page_id, user_id)
);
CREATE INDEX wiki_watchers_page_id_idx ON wiki.watchers (page_id);
CREATE INDEX wiki_watchers_user_id_idx ON wiki.watchers (user_id);
INSERT INTO wiki.watchers (page_id, user_id, since)
SELECT key_of('wiki.pages', 1 + (n - 1) % 60),
  key_of('auth.users', 1 + ((n - 1) / 60 + n * 7) % 40),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour' END
FROM numbers WHERE n <= 40;

CREATE TABLE wiki.permissions (
  id bigserial NOT NULL PRIMARY KEY,
  space_id varchar(36) NOT NULL,
  subject_type varchar(64) NOT NULL,
  subject_id varchar(36) NOT NULL,
  can_edit boolean NOT NULL DEFAULT false
);
CREATE INDEX wiki_permissions_space_id_idx ON wiki.permissions (space_id);
CREATE INDEX wiki_permissions_subject_id_subject_type_idx ON wiki.permissions (subject_id, subject_type);
INSERT INTO wiki.permissions (space_id, subject_type, subject_id, can_edit)
SELECT key_of('wiki.spaces', 1 + (n - 1) % 8),
  CASE n % 2 WHEN 0 THEN 'user' WHEN 1 THEN 'team' END,
  CASE n % 2 WHEN 0 THEN key_of('auth.users', 1 + n % 40) WHEN 1 THEN key_of('auth.teams', 1 + n % 10) END,
  n % 2 = 0
FROM numbers WHERE n <= 30;

CREATE TABLE wiki.templates (
  id varchar(36) NOT NULL PRIMARY KEY,
  space_id varchar(36),
  body text NOT NULL
);
CREATE INDEX wiki_templates_space_id_idx ON wiki.templates (space_id);

CREATE TABLE audit.events (
  id bigserial NOT NULL PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_id varchar(36),
  action varchar(20) NOT NULL,
  subject_type varchar(64) NOT NULL,
  subject_id varchar(36),
  detail jsonb NOT NULL
);
CREATE INDEX audit_events_actor_id_idx ON audit.events (actor_id);
CREATE INDEX audit_events_at_idx ON audit.events (at);
INSERT INTO audit.events (at, actor_id, action, subject_type, subject_id, detail)
SELECT TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour',
  CASE WHEN n % 4 > 0 THEN key_of('auth.users', 1 + (n - 1) % 40) END,
  'act' || n,
  CASE n % 3 WHEN 0 THEN 'page' WHEN 1 THEN 'message' WHEN 2 THEN 'user' END,
  CASE WHEN n % 6 > 0 THEN CASE n % 3 WHEN 0 THEN key_of('wiki.pages', 1 + n % 60) WHEN 1 THEN key_of('chat.messages', 1 + n % 120) WHEN 2 THEN key_of('auth.users', 1 + n % 40) END END,
  jsonb_build_object('n', n)
FROM numbers WHERE n <= 90;

CREATE TABLE audit.logins (
  id bigserial NOT NULL PRIMARY KEY,
  user_id varchar(36) NOT NULL,
  at timestamptz NOT NULL,
  address varchar(20) NOT NULL
);
CREATE INDEX audit_logins_user_id_idx ON audit.logins (user_id);
INSERT INTO audit.logins (user_id, at, address)
SELECT key_of('auth.users', 1 + (n - 1) % 40),
  TIMESTAMP '2024-03-01 00:00:00' + n * INTERVAL '1 hour',
  'add' || n
FROM numbers WHERE n <= 60;

ALTER TABLE auth.users ADD CONSTRAINT auth_users_manager_id_fkey FOREIGN KEY (manager_id) REFERENCES auth.users (id);
ALTER TABLE auth.teams ADD CONSTRAINT auth_teams_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES auth.users (id);
ALTER TABLE auth.members ADD CONSTRAINT auth_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams (id) ON DELETE CASCADE;
ALTER TABLE auth.members ADD CONSTRAINT auth_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE;
ALTER TABLE auth.tokens ADD CONSTRAINT auth_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE;
ALTER TABLE auth.preferences ADD CONSTRAINT auth_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id);
ALTER TABLE chat.channels ADD CONSTRAINT chat_channels_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams (id);
ALTER TABLE chat.channels ADD CONSTRAINT chat_channels_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES auth.users (id) ON DELETE SET NULL;
ALTER TABLE chat.channel_members ADD CONSTRAINT chat_channel_members_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat.channels (id) ON DELETE CASCADE;
ALTER TABLE chat.channel_members ADD CONSTRAINT chat_channel_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id);
ALTER TABLE chat.threads ADD CONSTRAINT chat_threads_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat.channels (id);
ALTER TABLE chat.reactions ADD CONSTRAINT chat_reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id);
ALTER TABLE chat.files ADD CONSTRAINT chat_files_uploader_id_fkey FOREIGN KEY (uploader_id) REFERENCES auth.users (id);
ALTER TABLE chat.drafts ADD CONSTRAINT chat_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id);
ALTER TABLE chat.drafts ADD CONSTRAINT chat_drafts_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat.channels (id);
ALTER TABLE chat.pins ADD CONSTRAINT chat_pins_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat.channels (id);
ALTER TABLE chat.pins ADD CONSTRAINT chat_pins_pinned_by_fkey FOREIGN KEY (pinned_by) REFERENCES auth.users (id);
ALTER TABLE chat.hooks ADD CONSTRAINT chat_hooks_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES chat.channels (id);
ALTER TABLE chat.hooks ADD CONSTRAINT chat_hooks_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES auth.users (id);
ALTER TABLE wiki.spaces ADD CONSTRAINT wiki_spaces_home_page_id_fkey FOREIGN KEY (home_page_id) REFERENCES wiki.pages (id);
ALTER TABLE wiki.spaces ADD CONSTRAINT wiki_spaces_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.users (id);
ALTER TABLE wiki.pages ADD CONSTRAINT wiki_pages_space_id_fkey FOREIGN KEY (space_id) REFERENCES wiki.spaces (id);
ALTER TABLE wiki.pages ADD CONSTRAINT wiki_pages_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES wiki.pages (id);
ALTER TABLE wiki.pages ADD CONSTRAINT wiki_pages_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users (id);
ALTER TABLE wiki.pages ADD CONSTRAINT wiki_pages_current_revision_id_fkey FOREIGN KEY (current_revision_id) REFERENCES wiki.revisions (id);
ALTER TABLE wiki.revisions ADD CONSTRAINT wiki_revisions_page_id_fkey FOREIGN KEY (page_id) REFERENCES wiki.pages (id) ON DELETE CASCADE;
ALTER TABLE wiki.revisions ADD CONSTRAINT wiki_revisions_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users (id);
ALTER TABLE wiki.links ADD CONSTRAINT wiki_links_from_page_id_fkey FOREIGN KEY (from_page_id) REFERENCES wiki.pages (id);
ALTER TABLE wiki.links ADD CONSTRAINT wiki_links_to_page_id_fkey FOREIGN KEY (to_page_id) REFERENCES wiki.pages (id);
ALTER TABLE wiki.comments ADD CONSTRAINT wiki_comments_page_id_fkey FOREIGN KEY (page_id) REFERENCES wiki.pages (id) ON DELETE CASCADE;
ALTER TABLE wiki.comments ADD CONSTRAINT wiki_comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES wiki.comments (id);
ALTER TABLE wiki.comments ADD CONSTRAINT wiki_comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users (id);
ALTER TABLE wiki.attachments ADD CONSTRAINT wiki_attachments_page_id_fkey FOREIGN KEY (page_id) REFERENCES wiki.pages (id);
ALTER TABLE wiki.attachments ADD CONSTRAINT wiki_attachments_uploader_id_fkey FOREIGN KEY (uploader_id) REFERENCES auth.users (id);
ALTER TABLE wiki.page_labels ADD CONSTRAINT wiki_page_labels_page_id_fkey FOREIGN KEY (page_id) REFERENCES wiki.pages (id);
ALTER TABLE wiki.watchers ADD CONSTRAINT wiki_watchers_page_id_fkey FOREIGN KEY (page_id) REFERENCES wiki.pages (id);
ALTER TABLE wiki.watchers ADD CONSTRAINT wiki_watchers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users (id);
ALTER TABLE wiki.permissions ADD CONSTRAINT wiki_permissions_space_id_fkey FOREIGN KEY (space_id) REFERENCES wiki.spaces (id);
ALTER TABLE wiki.templates ADD CONSTRAINT wiki_templates_space_id_fkey FOREIGN KEY (space_id) REFERENCES wiki.spaces (id);

-- Views over views, in several schemas.
CREATE VIEW auth.people AS
SELECT u.id, u.login, m.id AS manager_id, m.login AS manager FROM auth.users u LEFT JOIN auth.users m ON m.id = u.manager_id;
CREATE VIEW chat.spoken AS
SELECT m.id, m.sent_at, m.body, p.id AS author_id, p.login, p.manager, c.id AS channel_id, c.name FROM chat.messages m
JOIN auth.people p ON m.author_id = p.id JOIN chat.channels c ON c.id = m.channel_id;
CREATE VIEW wiki.contributions AS
SELECT r.author_id, p.login, g.id AS page_id, g.title, count(*) AS revisions FROM wiki.revisions r
JOIN wiki.pages g ON g.id = r.page_id JOIN auth.people p ON p.id = r.author_id GROUP BY r.author_id, p.login, g.id, g.title;
CREATE VIEW audit.activity AS
SELECT author_id AS user_id, login, 'page' AS what, page_id AS subject_id FROM wiki.contributions
UNION ALL SELECT author_id, login, 'message', id FROM chat.spoken;
CREATE VIEW audit.actors WITH (security_barrier = true) AS
SELECT e.id, e.at, u.id AS actor_id, u.login, COALESCE(g.title, m.body) AS subject FROM audit.events e
LEFT JOIN auth.users u ON u.id = e.actor_id LEFT JOIN wiki.pages g ON g.id = e.subject_id LEFT JOIN chat.messages m ON m.id = e.subject_id;
COMMENT ON VIEW audit.actors IS 'who did what';
CREATE VIEW wiki.my_pages AS SELECT id, title, author_id FROM wiki.pages WHERE author_id = current_setting('app.user', true) WITH LOCAL CHECK OPTION;
GRANT SELECT ON auth.people, wiki.contributions TO PUBLIC;
GRANT SELECT (id, login), UPDATE (manager_id) ON auth.users TO PUBLIC;

CREATE MATERIALIZED VIEW wiki.popular AS SELECT page_id, count(*) AS watchers FROM wiki.watchers GROUP BY page_id;
CREATE UNIQUE INDEX popular_page ON wiki.popular (page_id);

ALTER TABLE wiki.pages ADD COLUMN path text GENERATED ALWAYS AS (lower(slug)) STORED;
ALTER TABLE auth.users ADD CONSTRAINT no_own_manager CHECK (manager_id <> id);
CREATE INDEX managed ON auth.users (manager_id) WHERE manager_id IS NOT NULL;
CREATE INDEX events_of_pages ON audit.events (subject_id) WHERE subject_type = 'page';
CREATE INDEX users_by_login ON auth.users (lower(login)) INCLUDE (id);

-- Nobody edits a page that another has locked at that time.
CREATE EXTENSION btree_gist;
CREATE TABLE wiki.locks (
  page_id varchar(36) NOT NULL REFERENCES wiki.pages (id),
  during tstzrange NOT NULL,
  CONSTRAINT one_editor EXCLUDE USING gist (page_id WITH =, during WITH &&)
);
INSERT INTO wiki.locks SELECT id, tstzrange(created_at, created_at + '1 hour') FROM wiki.pages;

-- A user sees the drafts of his own.
ALTER TABLE chat.drafts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_drafts ON chat.drafts USING (user_id = current_setting('app.user', true));
CREATE POLICY drafts_of_members ON chat.drafts FOR SELECT USING (channel_id IN (SELECT channel_id FROM chat.channel_members WHERE channel_members.user_id = current_setting('app.user', true)));

CREATE RULE keep_logins AS ON DELETE TO audit.logins DO INSTEAD NOTHING;
CREATE RULE keep_events AS ON UPDATE TO audit.events WHERE OLD.actor_id IS DISTINCT FROM NEW.actor_id DO INSTEAD NOTHING;

CREATE FUNCTION chat.unread(person varchar, room varchar) RETURNS bigint LANGUAGE sql STABLE AS
'SELECT count(*) FROM chat.messages m JOIN chat.channel_members c ON c.channel_id = m.channel_id WHERE c.user_id = person AND m.channel_id = room AND m.sent_at > c.last_read';
CREATE FUNCTION wiki.path_of(wanted varchar) RETURNS text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE up AS (SELECT id, parent_id, title FROM wiki.pages WHERE id = wanted UNION ALL SELECT p.id, p.parent_id, p.title FROM wiki.pages p JOIN up ON p.id = up.parent_id)
  SELECT string_agg(title, '/') FROM up
$$;
CREATE FUNCTION audit.note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit.events (at, actor_id, action, subject_type, subject_id, detail) VALUES ('2026-01-01', NEW.author_id, TG_OP, 'page', NEW.id, '{}');
  RETURN NEW;
END
$$;
CREATE TRIGGER pages_noted AFTER UPDATE OF author_id, parent_id ON wiki.pages FOR EACH ROW WHEN (OLD.author_id IS DISTINCT FROM NEW.author_id) EXECUTE FUNCTION audit.note();
CREATE STATISTICS wiki.revisions_both (ndistinct, dependencies) ON page_id, author_id FROM wiki.revisions;
CREATE PUBLICATION pages FOR TABLE wiki.pages, wiki.spaces (id, space_key, name);
ALTER TABLE wiki.links REPLICA IDENTITY FULL;

-- An identity server as a Java program has it: keys of varchar(36), 62 foreign keys, composite keys, no column with a
-- time, references without a foreign key beside those with one, and a first tenant whose key is a word.
--
-- keys: applications.id scopes.id roles.id role_attributes.id groups.id group_attributes.id accounts.id account_attributes.id
-- keys: credentials.id consents.id providers.internal_id provider_mappers.id protocol_mappers.id flows.id executions.id authenticators.id
-- keys: components.id component_config.id resources.id server_scopes.id policies.id tickets.id offline_sessions.session_id
-- found: groups.parent_group accounts.service_application account_roles.role_id account_groups.group_id resources.owner policies.owner
-- found: tickets.owner tickets.requester offline_sessions.account_id offline_clients.client_id login_failures.account_id
--
-- move: tenants.id
-- reviewed: account_permissions, group_tree
-- stops: tenants
--
-- move: all
-- unmoved: migration_model.id tenants.id accounts.tenant_id components.parent_id
-- reviewed: account_permissions, group_tree
--
-- write: INSERT INTO accounts (id, tenant_id, username, enabled) VALUES ('{{accounts}}', 'main', 'w{{n}}', true)
-- write: INSERT INTO credentials (id, account_id, type, priority) VALUES ('{{credentials}}', '{{accounts}}', 'password', 10)
-- write: INSERT INTO account_roles (account_id, role_id) VALUES ('{{accounts}}', '{{roles 3}}')
-- write: INSERT INTO offline_sessions (session_id, account_id, tenant_id, offline_flag) VALUES ('{{offline_sessions}}', '{{accounts}}', 'main', '1')
-- write: INSERT INTO offline_clients (session_id, client_id, offline_flag) VALUES ('{{offline_sessions}}', '{{applications 3}}', '1')
--
-- old: UPDATE credentials SET priority = 0 WHERE account_id = '{{accounts 4}}'
-- old: DELETE FROM offline_sessions WHERE session_id = '{{offline_sessions 6}}'
-- old: DELETE FROM role_composites WHERE composite = '{{roles 6}}'

CREATE TABLE tenants (
  id varchar(36) NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  theme varchar(255),
  access_code_lifespan int NOT NULL,
  enabled boolean NOT NULL DEFAULT false,
  UNIQUE KEY uq_tenants_name (name)
);
INSERT INTO tenants (id, name, theme, access_code_lifespan, enabled)
SELECT CASE WHEN n = 1 THEN 'main' ELSE key_of('tenants', n) END,
  CONCAT('name ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('theme ', n) END,
  n,
  n % 2 = 0
FROM numbers WHERE n <= 9;

CREATE TABLE tenant_attributes (
  tenant_id varchar(36) NOT NULL,
  name varchar(20) NOT NULL,
  attr_value text,
  PRIMARY KEY (tenant_id, name),
  KEY ix_tenant_attributes_tenant_id (tenant_id)
);
INSERT INTO tenant_attributes (tenant_id, name, attr_value)
SELECT CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END,
  CONCAT('nam', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('attr_value ', n) END
FROM numbers WHERE n <= 30;

CREATE TABLE tenant_locales (
  tenant_id varchar(36) NOT NULL,
  locale varchar(20) NOT NULL,
  PRIMARY KEY (tenant_id, locale),
  KEY ix_tenant_locales_tenant_id (tenant_id)
);
INSERT INTO tenant_locales (tenant_id, locale)
SELECT CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END,
  CONCAT('loc', n)
FROM numbers WHERE n <= 20;

CREATE TABLE applications (
  id varchar(36) NOT NULL PRIMARY KEY,
  tenant_id varchar(36),
  client_name varchar(255) NOT NULL,
  secret varchar(255),
  enabled boolean NOT NULL DEFAULT false,
  auth_flow_id varchar(36),
  KEY ix_applications_tenant_id (tenant_id),
  KEY ix_applications_auth_flow_id (auth_flow_id),
  UNIQUE KEY uq_applications_tenant_id_client_name (tenant_id, client_name)
);
INSERT INTO applications (id, tenant_id, client_name, secret, enabled, auth_flow_id)
SELECT key_of('applications', n),
  CASE WHEN n % 4 > 0 THEN CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END END,
  CONCAT('client_name ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('secret ', n) END,
  n % 2 = 0,
  CASE WHEN n % 5 > 0 THEN key_of('flows', 1 + ((n - 1) DIV 9 + n * 7) % 15) END
FROM numbers WHERE n <= 30;

CREATE TABLE application_attributes (
  application_id varchar(36) NOT NULL,
  name varchar(20) NOT NULL,
  attr_value text,
  PRIMARY KEY (application_id, name),
  KEY ix_application_attributes_application_id (application_id)
);
INSERT INTO application_attributes (application_id, name, attr_value)
SELECT key_of('applications', 1 + (n - 1) % 30),
  CONCAT('nam', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('attr_value ', n) END
FROM numbers WHERE n <= 40;

CREATE TABLE application_redirects (
  application_id varchar(36) NOT NULL,
  uri varchar(255) NOT NULL,
  PRIMARY KEY (application_id, uri),
  KEY ix_application_redirects_application_id (application_id)
);
INSERT INTO application_redirects (application_id, uri)
SELECT key_of('applications', 1 + (n - 1) % 30),
  CONCAT('uri ', n)
FROM numbers WHERE n <= 30;

CREATE TABLE scopes (
  id varchar(36) NOT NULL PRIMARY KEY,
  tenant_id varchar(36),
  name varchar(255) NOT NULL,
  KEY ix_scopes_tenant_id (tenant_id),
  UNIQUE KEY uq_scopes_tenant_id_name (tenant_id, name)
);
INSERT INTO scopes (id, tenant_id, name)
SELECT key_of('scopes', n),
  CASE WHEN n % 4 > 0 THEN CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END END,
  CONCAT('name ', n)
FROM numbers WHERE n <= 20;

CREATE TABLE scope_attributes (
  scope_id varchar(36) NOT NULL,
  name varchar(20) NOT NULL,
  attr_value varchar(255),
  PRIMARY KEY (scope_id, name),
  KEY ix_scope_attributes_scope_id (scope_id)
);
INSERT INTO scope_attributes (scope_id, name, attr_value)
SELECT key_of('scopes', 1 + (n - 1) % 20),
  CONCAT('nam', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('attr_value ', n) END
FROM numbers WHERE n <= 20;

CREATE TABLE application_scopes (
  application_id varchar(36) NOT NULL,
  scope_id varchar(36) NOT NULL,
  default_scope boolean NOT NULL DEFAULT false,
  PRIMARY KEY (application_id, scope_id),
  KEY ix_application_scopes_application_id (application_id),
  KEY ix_application_scopes_scope_id (scope_id)
);
INSERT INTO application_scopes (application_id, scope_id, default_scope)
SELECT key_of('applications', 1 + (n - 1) % 30),
  key_of('scopes', 1 + ((n - 1) DIV 30 + n * 7) % 20),
  n % 2 = 0
FROM numbers WHERE n <= 60;

CREATE TABLE roles (
  id varchar(36) NOT NULL PRIMARY KEY,
  tenant_id varchar(36),
  application_id varchar(36),
  name varchar(255) NOT NULL,
  application_realm varchar(255),
  KEY ix_roles_tenant_id (tenant_id),
  KEY ix_roles_application_id (application_id),
  UNIQUE KEY uq_roles_name_application_realm (name, application_realm)
);
INSERT INTO roles (id, tenant_id, application_id, name, application_realm)
SELECT key_of('roles', n),
  CASE WHEN n % 4 > 0 THEN CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END END,
  CASE WHEN n % 5 > 0 THEN key_of('applications', 1 + ((n - 1) DIV 9 + n * 7) % 30) END,
  CONCAT('name ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('application_realm ', n) END
FROM numbers WHERE n <= 50;

CREATE TABLE role_composites (
  composite varchar(36) NOT NULL,
  child_role varchar(36) NOT NULL,
  PRIMARY KEY (composite, child_role),
  KEY ix_role_composites_composite (composite),
  KEY ix_role_composites_child_role (child_role)
);
INSERT INTO role_composites (composite, child_role)
SELECT key_of('roles', 1 + (n - 1) % 50),
  key_of('roles', 1 + ((n - 1) DIV 50 + n * 7) % 50)
FROM numbers WHERE n <= 40;

CREATE TABLE role_attributes (
  id varchar(36) NOT NULL PRIMARY KEY,
  role_id varchar(36) NOT NULL,
  name varchar(20) NOT NULL,
  attr_value varchar(255),
  KEY ix_role_attributes_role_id (role_id)
);
INSERT INTO role_attributes (id, role_id, name, attr_value)
SELECT key_of('role_attributes', n),
  key_of('roles', 1 + (n - 1) % 50),
  CONCAT('nam', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('attr_value ', n) END
FROM numbers WHERE n <= 20;

CREATE TABLE `groups` (
  id varchar(36) NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  parent_group varchar(36),
  tenant_id varchar(36),
  KEY ix_groups_parent_group (parent_group),
  KEY ix_groups_tenant_id (tenant_id)
);
INSERT INTO `groups` (id, name, parent_group, tenant_id)
SELECT key_of('groups', n),
  CONCAT('name ', n),
  CASE WHEN n > 3 THEN key_of('groups', (n) DIV 2) END,
  CASE WHEN n % 5 > 0 THEN CASE WHEN 1 + ((n - 1) DIV 25 + n * 7) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + ((n - 1) DIV 25 + n * 7) % 9) END END
FROM numbers WHERE n <= 25;

CREATE TABLE group_attributes (
  id varchar(36) NOT NULL PRIMARY KEY,
  group_id varchar(36) NOT NULL,
  name varchar(20) NOT NULL,
  attr_value varchar(255),
  KEY ix_group_attributes_group_id (group_id)
);
INSERT INTO group_attributes (id, group_id, name, attr_value)
SELECT key_of('group_attributes', n),
  key_of('groups', 1 + (n - 1) % 25),
  CONCAT('nam', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('attr_value ', n) END
FROM numbers WHERE n <= 20;

CREATE TABLE group_roles (
  group_id varchar(36) NOT NULL,
  role_id varchar(36) NOT NULL,
  PRIMARY KEY (group_id, role_id),
  KEY ix_group_roles_group_id (group_id),
  KEY ix_group_roles_role_id (role_id)
);
INSERT INTO group_roles (group_id, role_id)
SELECT key_of('groups', 1 + (n - 1) % 25),
  key_of('roles', 1 + ((n - 1) DIV 25 + n * 7) % 50)
FROM numbers WHERE n <= 40;

CREATE TABLE accounts (
  id varchar(36) NOT NULL PRIMARY KEY,
  tenant_id varchar(36),
  username varchar(255) NOT NULL,
  email varchar(255),
  enabled boolean NOT NULL DEFAULT false,
  service_application varchar(36),
  KEY ix_accounts_tenant_id (tenant_id),
  KEY ix_accounts_service_application (service_application),
  UNIQUE KEY uq_accounts_tenant_id_username (tenant_id, username)
);
INSERT INTO accounts (id, tenant_id, username, email, enabled, service_application)
SELECT key_of('accounts', n),
  CASE WHEN n % 4 > 0 THEN CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END END,
  CONCAT('username ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('email ', n) END,
  n % 2 = 0,
  CASE WHEN n % 5 > 0 THEN key_of('applications', 1 + ((n - 1) DIV 9 + n * 7) % 30) END
FROM numbers WHERE n <= 60;

CREATE TABLE account_attributes (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36) NOT NULL,
  name varchar(20) NOT NULL,
  attr_value varchar(255),
  long_value_hash varchar(20),
  KEY ix_account_attributes_account_id (account_id)
);
INSERT INTO account_attributes (id, account_id, name, attr_value, long_value_hash)
SELECT key_of('account_attributes', n),
  key_of('accounts', 1 + (n - 1) % 60),
  CONCAT('nam', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('attr_value ', n) END,
  CASE WHEN n % 3 > 0 THEN CONCAT('lon', n) END
FROM numbers WHERE n <= 60;

CREATE TABLE account_roles (
  account_id varchar(36) NOT NULL,
  role_id varchar(36) NOT NULL,
  PRIMARY KEY (account_id, role_id),
  KEY ix_account_roles_account_id (account_id),
  KEY ix_account_roles_role_id (role_id)
);
INSERT INTO account_roles (account_id, role_id)
SELECT key_of('accounts', 1 + (n - 1) % 60),
  key_of('roles', 1 + ((n - 1) DIV 60 + n * 7) % 50)
FROM numbers WHERE n <= 80;

CREATE TABLE account_groups (
  group_id varchar(36) NOT NULL,
  account_id varchar(36) NOT NULL,
  PRIMARY KEY (group_id, account_id),
  KEY ix_account_groups_group_id (group_id),
  KEY ix_account_groups_account_id (account_id)
);
INSERT INTO account_groups (group_id, account_id)
SELECT key_of('groups', 1 + (n - 1) % 25),
  key_of('accounts', 1 + ((n - 1) DIV 25 + n * 7) % 60)
FROM numbers WHERE n <= 60;

CREATE TABLE required_actions (
  account_id varchar(36) NOT NULL,
  required_action varchar(20) NOT NULL,
  PRIMARY KEY (account_id, required_action),
  KEY ix_required_actions_account_id (account_id)
);
INSERT INTO required_actions (account_id, required_action)
SELECT key_of('accounts', 1 + (n - 1) % 60),
  CONCAT('req', n)
FROM numbers WHERE n <= 20;

CREATE TABLE credentials (
  id varchar(36) NOT NULL PRIMARY KEY,
  account_id varchar(36),
  type varchar(20) NOT NULL,
  secret_data text,
  priority int NOT NULL,
  KEY ix_credentials_account_id (account_id)
);
INSERT INTO credentials (id, account_id, type, secret_data, priority)
SELECT key_of('credentials', n),
  CASE WHEN n % 4 > 0 THEN key_of('accounts', 1 + (n - 1) % 60) END,
  CONCAT('typ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('secret_data ', n) END,
  n
FROM numbers WHERE n <= 60;

CREATE TABLE consents (
  id varchar(36) NOT NULL PRIMARY KEY,
  application_id varchar(36),
  account_id varchar(36) NOT NULL,
  KEY ix_consents_application_id (application_id),
  KEY ix_consents_account_id (account_id),
  UNIQUE KEY uq_consents_account_id_application_id (account_id, application_id)
);
INSERT INTO consents (id, application_id, account_id)
SELECT key_of('consents', n),
  CASE WHEN n % 4 > 0 THEN key_of('applications', 1 + (n - 1) % 30) END,
  key_of('accounts', 1 + ((n - 1) DIV 30 + n * 7) % 60)
FROM numbers WHERE n <= 30;

CREATE TABLE consent_scopes (
  consent_id varchar(36) NOT NULL,
  scope_id varchar(36) NOT NULL,
  PRIMARY KEY (consent_id, scope_id),
  KEY ix_consent_scopes_consent_id (consent_id),
  KEY ix_consent_scopes_scope_id (scope_id)
);
INSERT INTO consent_scopes (consent_id, scope_id)
SELECT key_of('consents', 1 + (n - 1) % 30),
  key_of('scopes', 1 + ((n - 1) DIV 30 + n * 7) % 20)
FROM numbers WHERE n <= 30;

CREATE TABLE providers (
  internal_id varchar(36) NOT NULL PRIMARY KEY,
  tenant_id varchar(36),
  alias varchar(255) NOT NULL,
  first_flow_id varchar(36),
  KEY ix_providers_tenant_id (tenant_id),
  KEY ix_providers_first_flow_id (first_flow_id),
  UNIQUE KEY uq_providers_tenant_id_alias (tenant_id, alias)
);
INSERT INTO providers (internal_id, tenant_id, alias, first_flow_id)
SELECT key_of('providers', n),
  CASE WHEN n % 4 > 0 THEN CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END END,
  CONCAT('alias ', n),
  CASE WHEN n % 5 > 0 THEN key_of('flows', 1 + ((n - 1) DIV 9 + n * 7) % 15) END
FROM numbers WHERE n <= 12;

CREATE TABLE provider_config (
  provider_id varchar(36) NOT NULL,
  name varchar(20) NOT NULL,
  conf_value text,
  PRIMARY KEY (provider_id, name),
  KEY ix_provider_config_provider_id (provider_id)
);
INSERT INTO provider_config (provider_id, name, conf_value)
SELECT key_of('providers', 1 + (n - 1) % 12),
  CONCAT('nam', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('conf_value ', n) END
FROM numbers WHERE n <= 20;

CREATE TABLE provider_mappers (
  id varchar(36) NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  provider_alias varchar(255) NOT NULL,
  tenant_id varchar(36),
  KEY ix_provider_mappers_tenant_id (tenant_id)
);
INSERT INTO provider_mappers (id, name, provider_alias, tenant_id)
SELECT key_of('provider_mappers', n),
  CONCAT('name ', n),
  CONCAT('provider_alias ', n),
  CASE WHEN n % 4 > 0 THEN CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END END
FROM numbers WHERE n <= 15;

CREATE TABLE mapper_config (
  mapper_id varchar(36) NOT NULL,
  name varchar(20) NOT NULL,
  conf_value text,
  PRIMARY KEY (mapper_id, name),
  KEY ix_mapper_config_mapper_id (mapper_id)
);
INSERT INTO mapper_config (mapper_id, name, conf_value)
SELECT key_of('provider_mappers', 1 + (n - 1) % 15),
  CONCAT('nam', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('conf_value ', n) END
FROM numbers WHERE n <= 15;

CREATE TABLE identity_links (
  provider varchar(255) NOT NULL,
  tenant_id varchar(36),
  account_id varchar(36) NOT NULL,
  federated_user varchar(255),
  PRIMARY KEY (provider, account_id),
  KEY ix_identity_links_tenant_id (tenant_id),
  KEY ix_identity_links_account_id (account_id)
);
INSERT INTO identity_links (provider, tenant_id, account_id, federated_user)
SELECT CONCAT('provider ', n),
  CASE WHEN n % 4 > 0 THEN CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END END,
  key_of('accounts', 1 + ((n - 1) DIV 9 + n * 7) % 60),
  CASE WHEN n % 3 > 0 THEN CONCAT('federated_user ', n) END
FROM numbers WHERE n <= 30;

CREATE TABLE protocol_mappers (
  id varchar(36) NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  application_id varchar(36),
  scope_id varchar(36),
  KEY ix_protocol_mappers_application_id (application_id),
  KEY ix_protocol_mappers_scope_id (scope_id)
);
INSERT INTO protocol_mappers (id, name, application_id, scope_id)
SELECT key_of('protocol_mappers', n),
  CONCAT('name ', n),
  CASE WHEN n % 4 > 0 THEN key_of('applications', 1 + (n - 1) % 30) END,
  CASE WHEN n % 5 > 0 THEN key_of('scopes', 1 + ((n - 1) DIV 30 + n * 7) % 20) END
FROM numbers WHERE n <= 40;

CREATE TABLE protocol_mapper_config (
  mapper_id varchar(36) NOT NULL,
  name varchar(20) NOT NULL,
  conf_value text,
  PRIMARY KEY (mapper_id, name),
  KEY ix_protocol_mapper_config_mapper_id (mapper_id)
);
INSERT INTO protocol_mapper_config (mapper_id, name, conf_value)
SELECT key_of('protocol_mappers', 1 + (n - 1) % 40),
  CONCAT('nam', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('conf_value ', n) END
FROM numbers WHERE n <= 40;

CREATE TABLE flows (
  id varchar(36) NOT NULL PRIMARY KEY,
  tenant_id varchar(36),
  alias varchar(255),
  top_level boolean NOT NULL DEFAULT false,
  KEY ix_flows_tenant_id (tenant_id)
);
INSERT INTO flows (id, tenant_id, alias, top_level)
SELECT key_of('flows', n),
  CASE WHEN n % 4 > 0 THEN CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END END,
  CASE WHEN n % 3 > 0 THEN CONCAT('alias ', n) END,
  n % 2 = 0
FROM numbers WHERE n <= 15;

CREATE TABLE executions (
  id varchar(36) NOT NULL PRIMARY KEY,
  alias varchar(255),
  tenant_id varchar(36),
  flow_id varchar(36),
  authenticator varchar(255),
  authenticator_flow_id varchar(36),
  config_id varchar(36),
  requirement int NOT NULL,
  KEY ix_executions_tenant_id (tenant_id),
  KEY ix_executions_flow_id (flow_id),
  KEY ix_executions_authenticator_flow_id (authenticator_flow_id),
  KEY ix_executions_config_id (config_id)
);
INSERT INTO executions (id, alias, tenant_id, flow_id, authenticator, authenticator_flow_id, config_id, requirement)
SELECT key_of('executions', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('alias ', n) END,
  CASE WHEN n % 4 > 0 THEN CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END END,
  CASE WHEN n % 5 > 0 THEN key_of('flows', 1 + ((n - 1) DIV 9 + n * 7) % 15) END,
  CASE WHEN n % 3 > 0 THEN CONCAT('authenticator ', n) END,
  CASE WHEN n % 6 > 0 THEN key_of('flows', 1 + (n * 11) % 15) END,
  CASE WHEN n % 7 > 0 THEN key_of('authenticators', 1 + (n * 13) % 12) END,
  n
FROM numbers WHERE n <= 30;

CREATE TABLE authenticators (
  id varchar(36) NOT NULL PRIMARY KEY,
  alias varchar(255),
  tenant_id varchar(36),
  KEY ix_authenticators_tenant_id (tenant_id)
);
INSERT INTO authenticators (id, alias, tenant_id)
SELECT key_of('authenticators', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('alias ', n) END,
  CASE WHEN n % 4 > 0 THEN CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END END
FROM numbers WHERE n <= 12;

CREATE TABLE authenticator_config (
  authenticator_id varchar(36) NOT NULL,
  name varchar(20) NOT NULL,
  conf_value text,
  PRIMARY KEY (authenticator_id, name),
  KEY ix_authenticator_config_authenticator_id (authenticator_id)
);
INSERT INTO authenticator_config (authenticator_id, name, conf_value)
SELECT key_of('authenticators', 1 + (n - 1) % 12),
  CONCAT('nam', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('conf_value ', n) END
FROM numbers WHERE n <= 12;

CREATE TABLE components (
  id varchar(36) NOT NULL PRIMARY KEY,
  name varchar(255),
  parent_id varchar(36),
  provider_id varchar(20),
  tenant_id varchar(36),
  KEY ix_components_parent_id (parent_id),
  KEY ix_components_tenant_id (tenant_id)
);
INSERT INTO components (id, name, parent_id, provider_id, tenant_id)
SELECT key_of('components', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('name ', n) END,
  CASE WHEN n % 4 > 0 THEN CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END END,
  CASE WHEN n % 3 > 0 THEN CONCAT('pro', n) END,
  CASE WHEN n % 5 > 0 THEN CASE WHEN 1 + ((n - 1) DIV 9 + n * 7) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + ((n - 1) DIV 9 + n * 7) % 9) END END
FROM numbers WHERE n <= 25;

CREATE TABLE component_config (
  id varchar(36) NOT NULL PRIMARY KEY,
  component_id varchar(36) NOT NULL,
  name varchar(255) NOT NULL,
  conf_value text,
  KEY ix_component_config_component_id (component_id)
);
INSERT INTO component_config (id, component_id, name, conf_value)
SELECT key_of('component_config', n),
  key_of('components', 1 + (n - 1) % 25),
  CONCAT('name ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('conf_value ', n) END
FROM numbers WHERE n <= 40;

CREATE TABLE resource_servers (
  id varchar(36) NOT NULL,
  allow_remote boolean NOT NULL DEFAULT false,
  policy_mode int NOT NULL,
  PRIMARY KEY (id)
);
INSERT INTO resource_servers (id, allow_remote, policy_mode)
SELECT key_of('applications', n),
  n % 2 = 0,
  n
FROM numbers WHERE n <= 10;

CREATE TABLE resources (
  id varchar(36) NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  resource_server_id varchar(36) NOT NULL,
  owner varchar(36) NOT NULL,
  KEY ix_resources_resource_server_id (resource_server_id),
  KEY ix_resources_owner (owner),
  UNIQUE KEY uq_resources_name_owner_resource_server_id (name, owner, resource_server_id)
);
INSERT INTO resources (id, name, resource_server_id, owner)
SELECT key_of('resources', n),
  CONCAT('name ', n),
  key_of('applications', 1 + (n - 1) % 10),
  key_of('accounts', 1 + ((n - 1) DIV 10 + n * 7) % 60)
FROM numbers WHERE n <= 30;

CREATE TABLE resource_scopes (
  resource_id varchar(36) NOT NULL,
  scope_id varchar(36) NOT NULL,
  PRIMARY KEY (resource_id, scope_id),
  KEY ix_resource_scopes_resource_id (resource_id),
  KEY ix_resource_scopes_scope_id (scope_id)
);
INSERT INTO resource_scopes (resource_id, scope_id)
SELECT key_of('resources', 1 + (n - 1) % 30),
  key_of('server_scopes', 1 + ((n - 1) DIV 30 + n * 7) % 20)
FROM numbers WHERE n <= 40;

CREATE TABLE server_scopes (
  id varchar(36) NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  resource_server_id varchar(36) NOT NULL,
  KEY ix_server_scopes_resource_server_id (resource_server_id),
  UNIQUE KEY uq_server_scopes_name_resource_server_id (name, resource_server_id)
);
INSERT INTO server_scopes (id, name, resource_server_id)
SELECT key_of('server_scopes', n),
  CONCAT('name ', n),
  key_of('applications', 1 + (n - 1) % 10)
FROM numbers WHERE n <= 20;

CREATE TABLE policies (
  id varchar(36) NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  type varchar(20) NOT NULL,
  resource_server_id varchar(36) NOT NULL,
  owner varchar(36),
  KEY ix_policies_resource_server_id (resource_server_id),
  KEY ix_policies_owner (owner),
  UNIQUE KEY uq_policies_name_resource_server_id (name, resource_server_id)
);
INSERT INTO policies (id, name, type, resource_server_id, owner)
SELECT key_of('policies', n),
  CONCAT('name ', n),
  CONCAT('typ', n),
  key_of('applications', 1 + (n - 1) % 10),
  CASE WHEN n % 5 > 0 THEN key_of('accounts', 1 + ((n - 1) DIV 10 + n * 7) % 60) END
FROM numbers WHERE n <= 30;

CREATE TABLE policy_links (
  policy_id varchar(36) NOT NULL,
  associated_policy_id varchar(36) NOT NULL,
  PRIMARY KEY (policy_id, associated_policy_id),
  KEY ix_policy_links_policy_id (policy_id),
  KEY ix_policy_links_associated_policy_id (associated_policy_id)
);
INSERT INTO policy_links (policy_id, associated_policy_id)
SELECT key_of('policies', 1 + (n - 1) % 30),
  key_of('policies', 1 + ((n - 1) DIV 30 + n * 7) % 30)
FROM numbers WHERE n <= 20;

CREATE TABLE policy_resources (
  resource_id varchar(36) NOT NULL,
  policy_id varchar(36) NOT NULL,
  PRIMARY KEY (resource_id, policy_id),
  KEY ix_policy_resources_resource_id (resource_id),
  KEY ix_policy_resources_policy_id (policy_id)
);
INSERT INTO policy_resources (resource_id, policy_id)
SELECT key_of('resources', 1 + (n - 1) % 30),
  key_of('policies', 1 + ((n - 1) DIV 30 + n * 7) % 30)
FROM numbers WHERE n <= 30;

CREATE TABLE policy_config (
  policy_id varchar(36) NOT NULL,
  name varchar(20) NOT NULL,
  conf_value text,
  PRIMARY KEY (policy_id, name),
  KEY ix_policy_config_policy_id (policy_id)
);
INSERT INTO policy_config (policy_id, name, conf_value)
SELECT key_of('policies', 1 + (n - 1) % 30),
  CONCAT('nam', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('conf_value ', n) END
FROM numbers WHERE n <= 20;

CREATE TABLE tickets (
  id varchar(36) NOT NULL PRIMARY KEY,
  owner varchar(36) NOT NULL,
  requester varchar(36) NOT NULL,
  resource_id varchar(36) NOT NULL,
  scope_id varchar(36),
  policy_id varchar(36),
  KEY ix_tickets_owner (owner),
  KEY ix_tickets_requester (requester),
  KEY ix_tickets_resource_id (resource_id),
  KEY ix_tickets_scope_id (scope_id),
  KEY ix_tickets_policy_id (policy_id)
);
INSERT INTO tickets (id, owner, requester, resource_id, scope_id, policy_id)
SELECT key_of('tickets', n),
  key_of('accounts', 1 + (n - 1) % 60),
  key_of('accounts', 1 + ((n - 1) DIV 60 + n * 7) % 60),
  key_of('resources', 1 + (n * 11) % 30),
  CASE WHEN n % 7 > 0 THEN key_of('server_scopes', 1 + (n * 13) % 20) END,
  CASE WHEN n % 8 > 0 THEN key_of('policies', 1 + (n * 15) % 30) END
FROM numbers WHERE n <= 20;

CREATE TABLE offline_sessions (
  session_id varchar(36) NOT NULL,
  account_id varchar(36) NOT NULL,
  tenant_id varchar(36) NOT NULL,
  offline_flag varchar(20) NOT NULL,
  session_data text,
  PRIMARY KEY (session_id, offline_flag),
  KEY ix_offline_sessions_account_id (account_id),
  KEY ix_offline_sessions_tenant_id (tenant_id)
);
INSERT INTO offline_sessions (session_id, account_id, tenant_id, offline_flag, session_data)
SELECT key_of('offline_sessions', n),
  key_of('accounts', 1 + (n - 1) % 60),
  CASE WHEN 1 + ((n - 1) DIV 60 + n * 7) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + ((n - 1) DIV 60 + n * 7) % 9) END,
  '1',
  CASE WHEN n % 3 > 0 THEN CONCAT('session_data ', n) END
FROM numbers WHERE n <= 40;

CREATE TABLE offline_clients (
  session_id varchar(36) NOT NULL,
  client_id varchar(36) NOT NULL,
  offline_flag varchar(20) NOT NULL,
  client_data text,
  PRIMARY KEY (session_id, client_id, offline_flag),
  KEY ix_offline_clients_session_id (session_id),
  KEY ix_offline_clients_client_id (client_id)
);
INSERT INTO offline_clients (session_id, client_id, offline_flag, client_data)
SELECT key_of('offline_sessions', n),
  key_of('applications', 1 + ((n - 1) DIV 40 + n * 7) % 30),
  '1',
  CASE WHEN n % 3 > 0 THEN CONCAT('client_data ', n) END
FROM numbers WHERE n <= 40;

CREATE TABLE login_failures (
  tenant_id varchar(36) NOT NULL,
  account_id varchar(36) NOT NULL,
  failures int,
  PRIMARY KEY (tenant_id, account_id)
);
INSERT INTO login_failures (tenant_id, account_id, failures)
SELECT CASE WHEN 1 + (n - 1) % 9 = 1 THEN 'main' ELSE key_of('tenants', 1 + (n - 1) % 9) END,
  key_of('accounts', 1 + ((n - 1) DIV 9 + n * 7) % 60),
  CASE WHEN n % 3 > 0 THEN n END
FROM numbers WHERE n <= 10;

CREATE TABLE migration_model (
  id varchar(36) NOT NULL,
  version varchar(20),
  PRIMARY KEY (id)
);

ALTER TABLE tenant_attributes ADD CONSTRAINT fk_tenant_attributes_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE tenant_locales ADD CONSTRAINT fk_tenant_locales_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE applications ADD CONSTRAINT fk_applications_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE applications ADD CONSTRAINT fk_applications_auth_flow_id FOREIGN KEY (auth_flow_id) REFERENCES flows (id);
ALTER TABLE application_attributes ADD CONSTRAINT fk_application_attributes_application_id FOREIGN KEY (application_id) REFERENCES applications (id);
ALTER TABLE application_redirects ADD CONSTRAINT fk_application_redirects_application_id FOREIGN KEY (application_id) REFERENCES applications (id);
ALTER TABLE scopes ADD CONSTRAINT fk_scopes_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE scope_attributes ADD CONSTRAINT fk_scope_attributes_scope_id FOREIGN KEY (scope_id) REFERENCES scopes (id);
ALTER TABLE application_scopes ADD CONSTRAINT fk_application_scopes_application_id FOREIGN KEY (application_id) REFERENCES applications (id);
ALTER TABLE application_scopes ADD CONSTRAINT fk_application_scopes_scope_id FOREIGN KEY (scope_id) REFERENCES scopes (id);
ALTER TABLE roles ADD CONSTRAINT fk_roles_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE roles ADD CONSTRAINT fk_roles_application_id FOREIGN KEY (application_id) REFERENCES applications (id);
ALTER TABLE role_composites ADD CONSTRAINT fk_role_composites_composite FOREIGN KEY (composite) REFERENCES roles (id);
ALTER TABLE role_composites ADD CONSTRAINT fk_role_composites_child_role FOREIGN KEY (child_role) REFERENCES roles (id);
ALTER TABLE role_attributes ADD CONSTRAINT fk_role_attributes_role_id FOREIGN KEY (role_id) REFERENCES roles (id);
ALTER TABLE `groups` ADD CONSTRAINT fk_groups_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE group_attributes ADD CONSTRAINT fk_group_attributes_group_id FOREIGN KEY (group_id) REFERENCES `groups` (id);
ALTER TABLE group_roles ADD CONSTRAINT fk_group_roles_group_id FOREIGN KEY (group_id) REFERENCES `groups` (id);
ALTER TABLE group_roles ADD CONSTRAINT fk_group_roles_role_id FOREIGN KEY (role_id) REFERENCES roles (id);
ALTER TABLE accounts ADD CONSTRAINT fk_accounts_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE account_attributes ADD CONSTRAINT fk_account_attributes_account_id FOREIGN KEY (account_id) REFERENCES accounts (id);
ALTER TABLE account_roles ADD CONSTRAINT fk_account_roles_account_id FOREIGN KEY (account_id) REFERENCES accounts (id);
ALTER TABLE account_groups ADD CONSTRAINT fk_account_groups_account_id FOREIGN KEY (account_id) REFERENCES accounts (id);
ALTER TABLE required_actions ADD CONSTRAINT fk_required_actions_account_id FOREIGN KEY (account_id) REFERENCES accounts (id);
ALTER TABLE credentials ADD CONSTRAINT fk_credentials_account_id FOREIGN KEY (account_id) REFERENCES accounts (id);
ALTER TABLE consents ADD CONSTRAINT fk_consents_application_id FOREIGN KEY (application_id) REFERENCES applications (id);
ALTER TABLE consents ADD CONSTRAINT fk_consents_account_id FOREIGN KEY (account_id) REFERENCES accounts (id);
ALTER TABLE consent_scopes ADD CONSTRAINT fk_consent_scopes_consent_id FOREIGN KEY (consent_id) REFERENCES consents (id);
ALTER TABLE consent_scopes ADD CONSTRAINT fk_consent_scopes_scope_id FOREIGN KEY (scope_id) REFERENCES scopes (id);
ALTER TABLE providers ADD CONSTRAINT fk_providers_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE providers ADD CONSTRAINT fk_providers_first_flow_id FOREIGN KEY (first_flow_id) REFERENCES flows (id);
ALTER TABLE provider_config ADD CONSTRAINT fk_provider_config_provider_id FOREIGN KEY (provider_id) REFERENCES providers (internal_id);
ALTER TABLE provider_mappers ADD CONSTRAINT fk_provider_mappers_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE mapper_config ADD CONSTRAINT fk_mapper_config_mapper_id FOREIGN KEY (mapper_id) REFERENCES provider_mappers (id);
ALTER TABLE identity_links ADD CONSTRAINT fk_identity_links_account_id FOREIGN KEY (account_id) REFERENCES accounts (id);
ALTER TABLE protocol_mappers ADD CONSTRAINT fk_protocol_mappers_application_id FOREIGN KEY (application_id) REFERENCES applications (id);
ALTER TABLE protocol_mappers ADD CONSTRAINT fk_protocol_mappers_scope_id FOREIGN KEY (scope_id) REFERENCES scopes (id);
ALTER TABLE protocol_mapper_config ADD CONSTRAINT fk_protocol_mapper_config_mapper_id FOREIGN KEY (mapper_id) REFERENCES protocol_mappers (id);
ALTER TABLE flows ADD CONSTRAINT fk_flows_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE executions ADD CONSTRAINT fk_executions_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE executions ADD CONSTRAINT fk_executions_flow_id FOREIGN KEY (flow_id) REFERENCES flows (id);
ALTER TABLE executions ADD CONSTRAINT fk_executions_authenticator_flow_id FOREIGN KEY (authenticator_flow_id) REFERENCES flows (id);
ALTER TABLE executions ADD CONSTRAINT fk_executions_config_id FOREIGN KEY (config_id) REFERENCES authenticators (id);
ALTER TABLE authenticators ADD CONSTRAINT fk_authenticators_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE authenticator_config ADD CONSTRAINT fk_authenticator_config_authenticator_id FOREIGN KEY (authenticator_id) REFERENCES authenticators (id);
ALTER TABLE components ADD CONSTRAINT fk_components_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id);
ALTER TABLE component_config ADD CONSTRAINT fk_component_config_component_id FOREIGN KEY (component_id) REFERENCES components (id);
ALTER TABLE resource_servers ADD CONSTRAINT fk_resource_servers_id FOREIGN KEY (id) REFERENCES applications (id);
ALTER TABLE resources ADD CONSTRAINT fk_resources_resource_server_id FOREIGN KEY (resource_server_id) REFERENCES resource_servers (id);
ALTER TABLE resource_scopes ADD CONSTRAINT fk_resource_scopes_resource_id FOREIGN KEY (resource_id) REFERENCES resources (id);
ALTER TABLE resource_scopes ADD CONSTRAINT fk_resource_scopes_scope_id FOREIGN KEY (scope_id) REFERENCES server_scopes (id);
ALTER TABLE server_scopes ADD CONSTRAINT fk_server_scopes_resource_server_id FOREIGN KEY (resource_server_id) REFERENCES resource_servers (id);
ALTER TABLE policies ADD CONSTRAINT fk_policies_resource_server_id FOREIGN KEY (resource_server_id) REFERENCES resource_servers (id);
ALTER TABLE policy_links ADD CONSTRAINT fk_policy_links_policy_id FOREIGN KEY (policy_id) REFERENCES policies (id);
ALTER TABLE policy_links ADD CONSTRAINT fk_policy_links_associated_policy_id FOREIGN KEY (associated_policy_id) REFERENCES policies (id);
ALTER TABLE policy_resources ADD CONSTRAINT fk_policy_resources_resource_id FOREIGN KEY (resource_id) REFERENCES resources (id);
ALTER TABLE policy_resources ADD CONSTRAINT fk_policy_resources_policy_id FOREIGN KEY (policy_id) REFERENCES policies (id);
ALTER TABLE policy_config ADD CONSTRAINT fk_policy_config_policy_id FOREIGN KEY (policy_id) REFERENCES policies (id);
ALTER TABLE tickets ADD CONSTRAINT fk_tickets_resource_id FOREIGN KEY (resource_id) REFERENCES resources (id);
ALTER TABLE tickets ADD CONSTRAINT fk_tickets_scope_id FOREIGN KEY (scope_id) REFERENCES server_scopes (id);
ALTER TABLE tickets ADD CONSTRAINT fk_tickets_policy_id FOREIGN KEY (policy_id) REFERENCES policies (id);
ALTER TABLE offline_clients ADD CONSTRAINT fk_offline_clients_session_id_offline_flag FOREIGN KEY (session_id, offline_flag) REFERENCES offline_sessions (session_id, offline_flag) ON DELETE CASCADE;


INSERT INTO migration_model (id, version) VALUES ('8x2fa', '21.0'), ('k3q9z', '22.0');

CREATE VIEW account_permissions AS
SELECT a.id AS account_id, a.username, r.id AS role_id, r.name FROM accounts a JOIN account_roles x ON x.account_id = a.id JOIN roles r ON r.id = x.role_id
UNION ALL
SELECT x.account_id, a.username, r.id, r.name FROM account_groups x JOIN accounts a ON a.id = x.account_id
JOIN group_roles g ON g.group_id = x.group_id JOIN roles r ON r.id = g.role_id;
CREATE VIEW group_tree AS
SELECT g.id, g.name, p.id AS parent_id, p.name AS parent_name FROM `groups` g LEFT JOIN `groups` p ON p.id = g.parent_group;

-- References in circles: of a table to itself, of two and of three tables to each other, of two columns, to keys that are
-- unique but not primary, and with all actions.
--
--
-- One column finds all that the foreign keys join, and what holds their keys without one.
-- move: notes.second_id notes.number employees.deputy_id departments.parent_id red.green_id green.blue_id blue.red_id invoices.id accounts.id accounts.tenant_id
-- found: logbook.person_id
-- unmoved: invoice_lines.n
--
-- write: INSERT INTO employees (id, name, boss_id, department_id) VALUES ('{{employees}}', 'w{{n}}', '{{employees 3}}', '{{departments 2}}')
-- write: INSERT INTO departments (id, name, head_id) VALUES ('{{departments}}', 'w{{n}}', '{{employees}}')
-- write: INSERT INTO red (id, green_id) VALUES ('{{red}}', '{{green}}')
-- write: INSERT INTO green (id, blue_id) VALUES ('{{green}}', '{{blue}}')
-- write: INSERT INTO blue (id, red_id) VALUES ('{{blue}}', '{{red}}')
-- write: INSERT INTO accounts (tenant_id, id, name) VALUES ('{{tenants 2}}', '{{accounts}}', 'w{{n}}')
-- write: INSERT INTO invoices (tenant_id, id, account_id) VALUES ('{{tenants 2}}', '{{invoices}}', '{{accounts}}')
-- write: INSERT INTO invoice_lines (tenant_id, invoice_id, n, account_id) VALUES ('{{tenants 2}}', '{{invoices}}', 1, '{{accounts}}')
-- write: INSERT INTO people (id, number) VALUES ('{{people}}', '{{people.number}}')
-- write: INSERT INTO profiles (id, bio) VALUES ('{{people}}', 'w{{n}}')
-- write: INSERT INTO avatars (id, url) VALUES ('{{people}}', 'w{{n}}')
--
-- old: DELETE FROM departments WHERE id = '{{departments 2}}'
-- old: UPDATE tenants SET id = '{{tenants 77}}' WHERE id = '{{tenants 3}}'
-- old: DELETE FROM people WHERE id = '{{people 4}}'
-- old: DELETE FROM accounts WHERE id = '{{accounts 5}}'
CREATE TABLE employees (
  id varchar(36) NOT NULL,
  name text NOT NULL,
  boss_id varchar(36),
  deputy_id varchar(36),
  department_id varchar(36),
  CONSTRAINT employees_pkey PRIMARY KEY (id),
  CONSTRAINT employees_boss FOREIGN KEY (boss_id) REFERENCES employees (id) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT employees_deputy FOREIGN KEY (deputy_id) REFERENCES employees (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE TABLE departments (
  id varchar(36) PRIMARY KEY,
  name text NOT NULL,
  head_id varchar(36) NOT NULL REFERENCES employees (id) ON DELETE RESTRICT,
  parent_id varchar(36) REFERENCES departments (id) ON DELETE CASCADE
);
INSERT INTO employees (id, name) SELECT key_of('employees', n), 'employee ' || n FROM numbers WHERE n <= 40;
INSERT INTO departments SELECT key_of('departments', n), 'department ' || n, key_of('employees', n), CASE WHEN n > 2 THEN key_of('departments', n / 2) END FROM numbers WHERE n <= 8;
UPDATE employees SET boss_id = key_of('employees', n / 2), deputy_id = key_of('employees', n % 40 + 1), department_id = key_of('departments', n % 8 + 1) FROM numbers WHERE n > 1 AND id = key_of('employees', n);
ALTER TABLE employees ADD CONSTRAINT employees_department FOREIGN KEY (department_id) REFERENCES departments (id) ON DELETE SET NULL;
COMMENT ON CONSTRAINT employees_department ON employees IS 'they may have none';

-- Three tables, whose rows come in one transaction.
CREATE TABLE red (id text PRIMARY KEY, green_id text NOT NULL UNIQUE);
CREATE TABLE green (id text PRIMARY KEY, blue_id text NOT NULL UNIQUE);
CREATE TABLE blue (id text PRIMARY KEY, red_id text NOT NULL UNIQUE REFERENCES red (id) DEFERRABLE INITIALLY DEFERRED);
ALTER TABLE red ADD FOREIGN KEY (green_id) REFERENCES green (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE green ADD FOREIGN KEY (blue_id) REFERENCES blue (id) DEFERRABLE INITIALLY DEFERRED;
BEGIN;
INSERT INTO red SELECT key_of('red', n), key_of('green', n) FROM numbers WHERE n <= 30;
INSERT INTO green SELECT key_of('green', n), key_of('blue', n) FROM numbers WHERE n <= 30;
INSERT INTO blue SELECT key_of('blue', n), key_of('red', n) FROM numbers WHERE n <= 30;
COMMIT;

-- Keys of two and three columns.
CREATE TABLE tenants (id varchar(36) PRIMARY KEY, name text);
CREATE TABLE accounts (
  tenant_id varchar(36) NOT NULL REFERENCES tenants (id) ON UPDATE CASCADE,
  id varchar(36) NOT NULL,
  name text,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT accounts_turned UNIQUE (id, tenant_id)
);
CREATE TABLE invoices (
  tenant_id varchar(36) NOT NULL,
  id varchar(36) NOT NULL,
  account_id varchar(36),
  PRIMARY KEY (id, tenant_id),
  CONSTRAINT invoices_account FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id) ON UPDATE CASCADE ON DELETE SET NULL (account_id)
);
CREATE TABLE invoice_lines (
  tenant_id varchar(36) NOT NULL,
  invoice_id varchar(36) NOT NULL,
  n int NOT NULL,
  account_id varchar(36),
  PRIMARY KEY (tenant_id, invoice_id, n),
  CONSTRAINT lines_invoice FOREIGN KEY (invoice_id, tenant_id) REFERENCES invoices (id, tenant_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT lines_account FOREIGN KEY (account_id, tenant_id) REFERENCES accounts (id, tenant_id) MATCH FULL ON UPDATE CASCADE ON DELETE CASCADE
);
ALTER TABLE invoice_lines ADD CONSTRAINT lines_account_again FOREIGN KEY (account_id, tenant_id) REFERENCES accounts (id, tenant_id) NOT VALID;
INSERT INTO tenants SELECT key_of('tenants', n), 'tenant ' || n FROM numbers WHERE n <= 5;
INSERT INTO accounts SELECT key_of('tenants', 1 + n % 5), key_of('accounts', n), 'account ' || n FROM numbers WHERE n <= 50;
INSERT INTO invoices SELECT key_of('tenants', 1 + n % 5), key_of('invoices', n), CASE WHEN n % 4 > 0 THEN key_of('accounts', n) END FROM numbers WHERE n <= 50;
INSERT INTO invoice_lines SELECT tenant_id, id, n, account_id FROM invoices, numbers WHERE n <= 3 AND account_id IS NOT NULL;

-- A key that is a reference, and one that refers to two tables.
CREATE TABLE people (id char(36) PRIMARY KEY, number varchar(36) NOT NULL, CONSTRAINT people_number UNIQUE (number));
CREATE TABLE profiles (id char(36) PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE, bio text);
CREATE TABLE avatars (id char(36) PRIMARY KEY, url text, CONSTRAINT avatars_person FOREIGN KEY (id) REFERENCES people (id) ON DELETE CASCADE, CONSTRAINT avatars_profile FOREIGN KEY (id) REFERENCES profiles (id) ON DELETE CASCADE);
CREATE TABLE notes (first_id char(36) REFERENCES people (id), second_id char(36) NOT NULL REFERENCES avatars (id) ON DELETE CASCADE, number varchar(36) REFERENCES people (number) ON UPDATE CASCADE ON DELETE SET NULL);
CREATE TABLE logbook (id serial PRIMARY KEY, person_id char(36), what text);
INSERT INTO people SELECT key_of('people', n), key_of('people.number', n) FROM numbers WHERE n <= 30;
INSERT INTO profiles SELECT id, 'bio' FROM people;
INSERT INTO avatars SELECT id, 'url' FROM people;
INSERT INTO notes SELECT CASE WHEN n % 3 > 0 THEN key_of('people', n) END, key_of('people', 31 - n), key_of('people.number', n) FROM numbers WHERE n <= 30;
INSERT INTO logbook (person_id, what) SELECT key_of('people', 1 + n % 30), 'came' FROM numbers WHERE n <= 60;

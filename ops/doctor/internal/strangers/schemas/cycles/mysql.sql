-- References in circles: of a table to itself, of two and of three tables to each other, of two columns, to keys that are
-- unique but not primary, and with all actions.
--
-- One column finds all that the foreign keys join, and what holds their keys without one.
-- move: notes.second_id notes.number employees.deputy_id departments.parent_id red.green_id green.blue_id blue.red_id invoices.id accounts.id accounts.tenant_id
-- found: logbook.person_id
-- unmoved: invoice_lines.n
--
-- write: INSERT INTO employees (id, name, boss_id, department_id) VALUES ('{{employees}}', 'w{{n}}', '{{employees 3}}', '{{departments 2}}')
-- write: INSERT INTO departments (id, name, head_id) VALUES ('{{departments}}', 'w{{n}}', '{{employees}}')
-- write: INSERT INTO red (id, green_id) VALUES ('{{red}}', NULL)
-- write: INSERT INTO green (id, blue_id) VALUES ('{{green}}', NULL)
-- write: INSERT INTO blue (id, red_id) VALUES ('{{blue}}', '{{red}}')
-- write: INSERT INTO accounts (tenant_id, id, name) VALUES ('{{tenants 2}}', '{{accounts}}', 'w{{n}}')
-- write: INSERT INTO invoices (tenant_id, id, account_id) VALUES ('{{tenants 2}}', '{{invoices}}', '{{accounts}}')
-- write: INSERT INTO invoice_lines (tenant_id, invoice_id, n, account_id) VALUES ('{{tenants 2}}', '{{invoices}}', 1, '{{accounts}}')
-- write: INSERT INTO people (id, number) VALUES ('{{people}}', '{{people.number}}')
-- write: INSERT INTO profiles (id, bio) VALUES ('{{people}}', 'w{{n}}')
-- write: INSERT INTO avatars (id, url) VALUES ('{{people}}', 'w{{n}}')
CREATE TABLE employees (
  id varchar(36) CHARACTER SET ascii NOT NULL,
  name varchar(40) NOT NULL,
  boss_id varchar(36) CHARACTER SET ascii,
  deputy_id varchar(36) CHARACTER SET ascii,
  department_id varchar(36) CHARACTER SET ascii,
  PRIMARY KEY (id),
  CONSTRAINT employees_boss FOREIGN KEY (boss_id) REFERENCES employees (id) ON DELETE SET NULL,
  CONSTRAINT employees_deputy FOREIGN KEY (deputy_id) REFERENCES employees (id) ON DELETE CASCADE
);
CREATE TABLE departments (
  id varchar(36) CHARACTER SET ascii PRIMARY KEY,
  name varchar(40) NOT NULL,
  head_id varchar(36) CHARACTER SET ascii NOT NULL,
  parent_id varchar(36) CHARACTER SET ascii,
  CONSTRAINT departments_head FOREIGN KEY (head_id) REFERENCES employees (id) ON DELETE RESTRICT,
  CONSTRAINT departments_parent FOREIGN KEY (parent_id) REFERENCES departments (id) ON DELETE CASCADE
);
INSERT INTO employees (id, name) SELECT key_of('employees', n), CONCAT('employee ', n) FROM numbers WHERE n <= 40;
INSERT INTO departments SELECT key_of('departments', n), CONCAT('department ', n), key_of('employees', n), CASE WHEN n > 2 THEN key_of('departments', n DIV 2) END FROM numbers WHERE n <= 8 ORDER BY n;
UPDATE employees, numbers SET boss_id = key_of('employees', n DIV 2), deputy_id = key_of('employees', n % 40 + 1), department_id = key_of('departments', n % 8 + 1) WHERE n > 1 AND n <= 40 AND id = key_of('employees', n);
ALTER TABLE employees ADD CONSTRAINT employees_department FOREIGN KEY (department_id) REFERENCES departments (id) ON DELETE SET NULL;

-- Three tables in a circle.
CREATE TABLE red (id char(36) PRIMARY KEY, green_id char(36) UNIQUE);
CREATE TABLE green (id char(36) PRIMARY KEY, blue_id char(36) UNIQUE);
CREATE TABLE blue (id char(36) PRIMARY KEY, red_id char(36) UNIQUE, CONSTRAINT blue_red FOREIGN KEY (red_id) REFERENCES red (id));
INSERT INTO red SELECT key_of('red', n), key_of('green', n) FROM numbers WHERE n <= 30;
INSERT INTO green SELECT key_of('green', n), key_of('blue', n) FROM numbers WHERE n <= 30;
INSERT INTO blue SELECT key_of('blue', n), key_of('red', n) FROM numbers WHERE n <= 30;
ALTER TABLE red ADD CONSTRAINT red_green FOREIGN KEY (green_id) REFERENCES green (id) ON DELETE CASCADE;
ALTER TABLE green ADD CONSTRAINT green_blue FOREIGN KEY (blue_id) REFERENCES blue (id) ON DELETE SET NULL;

-- Keys of two and three columns.
CREATE TABLE tenants (id varchar(36) PRIMARY KEY, name varchar(40));
CREATE TABLE accounts (
  tenant_id varchar(36) NOT NULL,
  id varchar(36) NOT NULL,
  name varchar(40),
  PRIMARY KEY (tenant_id, id),
  UNIQUE KEY accounts_turned (id, tenant_id),
  CONSTRAINT accounts_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON UPDATE CASCADE
);
CREATE TABLE invoices (
  tenant_id varchar(36) NOT NULL,
  id varchar(36) NOT NULL,
  account_id varchar(36),
  PRIMARY KEY (id, tenant_id),
  CONSTRAINT invoices_account FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE TABLE invoice_lines (
  tenant_id varchar(36) NOT NULL,
  invoice_id varchar(36) NOT NULL,
  n int NOT NULL,
  account_id varchar(36),
  PRIMARY KEY (tenant_id, invoice_id, n),
  CONSTRAINT lines_invoice FOREIGN KEY (invoice_id, tenant_id) REFERENCES invoices (id, tenant_id) ON DELETE CASCADE,
  CONSTRAINT lines_account FOREIGN KEY (account_id, tenant_id) REFERENCES accounts (id, tenant_id) ON DELETE CASCADE,
  CONSTRAINT lines_account_again FOREIGN KEY (account_id, tenant_id) REFERENCES accounts (id, tenant_id)
);
INSERT INTO tenants SELECT key_of('tenants', n), CONCAT('tenant ', n) FROM numbers WHERE n <= 5;
INSERT INTO accounts SELECT key_of('tenants', 1 + n % 5), key_of('accounts', n), CONCAT('account ', n) FROM numbers WHERE n <= 50;
INSERT INTO invoices SELECT key_of('tenants', 1 + n % 5), key_of('invoices', n), CASE WHEN n % 4 > 0 THEN key_of('accounts', n) END FROM numbers WHERE n <= 50;
INSERT INTO invoice_lines SELECT tenant_id, id, n, account_id FROM invoices, numbers WHERE n <= 3 AND account_id IS NOT NULL;

-- A key that is a reference, and one that refers to two tables.
CREATE TABLE people (id char(36) PRIMARY KEY, number varchar(36) NOT NULL, UNIQUE KEY people_number (number));
CREATE TABLE profiles (id char(36) PRIMARY KEY, bio varchar(40), CONSTRAINT profiles_person FOREIGN KEY (id) REFERENCES people (id) ON DELETE CASCADE);
CREATE TABLE avatars (id char(36) PRIMARY KEY, url varchar(40), CONSTRAINT avatars_person FOREIGN KEY (id) REFERENCES people (id) ON DELETE CASCADE, CONSTRAINT avatars_profile FOREIGN KEY (id) REFERENCES profiles (id) ON DELETE CASCADE);
CREATE TABLE notes (first_id char(36), second_id char(36) NOT NULL, number varchar(36), CONSTRAINT notes_first FOREIGN KEY (first_id) REFERENCES people (id), CONSTRAINT notes_second FOREIGN KEY (second_id) REFERENCES avatars (id) ON DELETE CASCADE, CONSTRAINT notes_number FOREIGN KEY (number) REFERENCES people (number) ON UPDATE CASCADE ON DELETE SET NULL);
CREATE TABLE logbook (id int AUTO_INCREMENT PRIMARY KEY, person_id char(36), what varchar(40));
INSERT INTO people SELECT key_of('people', n), key_of('people.number', n) FROM numbers WHERE n <= 30;
INSERT INTO profiles SELECT id, 'bio' FROM people;
INSERT INTO avatars SELECT id, 'url' FROM people;
INSERT INTO notes SELECT CASE WHEN n % 3 > 0 THEN key_of('people', n) END, key_of('people', 31 - n), key_of('people.number', n) FROM numbers WHERE n <= 30;
INSERT INTO logbook (person_id, what) SELECT key_of('people', 1 + n % 30), 'came' FROM numbers WHERE n <= 60;

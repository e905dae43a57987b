-- Names that break what is not quoted: of 63 bytes, with capitals, spaces, quotes, dots, signs of other languages, and
-- reserved words; one name in two schemas; and keys that other schemas use.
--
-- move column: "User Accounts"."Order Id"
-- found: select.from
-- write: INSERT INTO "User Accounts" ("Order Id", "Größe") VALUES ('{{UserAccounts}}', {{n}})
-- write: INSERT INTO "group" ("order", "user") VALUES ({{n}}, '{{UserAccounts}}')
-- write: INSERT INTO "select" ("from", "where") VALUES ('{{UserAccounts}}', '{{n}}')
-- plan: SELECT * FROM "a ""view""" WHERE "Order Id" = '{{UserAccounts 3}}'
-- old: DELETE FROM "select" WHERE "from" = '{{UserAccounts 3}}'
--
-- The whole name is the key's, but for two quotes.
-- move column: "it's ""quoted"", 100 % \ $1 -- $$"."a.b"
--
-- move: table_of_sixty_three_bytes_whose_name_takes_all_that_there_is_x.column_of_sixty_three_bytes_that_takes_all_there_is_of_a_name_x
--
-- move: "Ключи"."ключ_пользователя"
-- found: Ключи.日本語の参照
--
-- Two tables of one name. The other one stays.
-- move: one.items.id
-- found: one.parts.item_id
-- unmoved: two.items.id three.orders.item_id
--
-- move: two.items.id
-- found: three.orders.item_id
--
-- Names of the columns that scripts make, and of their own objects.
-- move: moves.id
-- found: moves.move_id
CREATE TABLE "User Accounts" ("Order Id" varchar(36) CONSTRAINT "the key" PRIMARY KEY, "Größe" int, CONSTRAINT "is it large?" CHECK ("Größe" > 0));
CREATE TABLE "group" ("order" int PRIMARY KEY, "user" varchar(36) NOT NULL CONSTRAINT "to ""User Accounts""" REFERENCES "User Accounts" ("Order Id") ON DELETE CASCADE);
CREATE TABLE "select" ("from" varchar(36), "where" text);
CREATE INDEX "by from; where" ON "select" ("from", "where");
INSERT INTO "User Accounts" SELECT key_of('UserAccounts', n), n FROM numbers WHERE n <= 30;
INSERT INTO "group" SELECT n, key_of('UserAccounts', 1 + n % 30) FROM numbers WHERE n <= 50;
INSERT INTO "select" SELECT key_of('UserAccounts', 1 + n % 30), n::text FROM numbers WHERE n <= 50;
CREATE VIEW "a ""view""" AS SELECT u."Order Id", u."Größe", g."order", s."where" FROM "User Accounts" u JOIN "group" g ON g."user" = u."Order Id" JOIN "select" s ON s."from" = u."Order Id";
CREATE VIEW "View of View" AS SELECT "Order Id" AS "from", count(*) AS "count" FROM "a ""view""" GROUP BY 1;
COMMENT ON VIEW "View of View" IS 'it''s a view; of \ "a view" -- $$ 100 %';
COMMENT ON CONSTRAINT "to ""User Accounts""" ON "group" IS 'it''s \ % $$ of "User Accounts"';

CREATE TABLE "it's ""quoted"", 100 % \ $1 -- $$" ("a.b" text CONSTRAINT "pk's" PRIMARY KEY, "a" text REFERENCES "it's ""quoted"", 100 % \ $1 -- $$" ("a.b"));
INSERT INTO "it's ""quoted"", 100 % \ $1 -- $$" SELECT key_of('quoted', n), key_of('quoted', 21 - n) FROM numbers WHERE n <= 20;
CREATE INDEX "100 % of 'em" ON "it's ""quoted"", 100 % \ $1 -- $$" ("a") WHERE "a" IS NOT NULL;

CREATE TABLE table_of_sixty_three_bytes_whose_name_takes_all_that_there_is_x (column_of_sixty_three_bytes_that_takes_all_there_is_of_a_name_x char(36) PRIMARY KEY, n int);
CREATE TABLE other_of_sixty_three_bytes_whose_name_takes_all_that_there_is_x (n int, another_of_sixty_three_bytes_that_takes_all_there_is_of_name_xx char(36),
  CONSTRAINT constraint_of_sixty_three_bytes_that_takes_all_there_is_of_it_x FOREIGN KEY (another_of_sixty_three_bytes_that_takes_all_there_is_of_name_xx) REFERENCES table_of_sixty_three_bytes_whose_name_takes_all_that_there_is_x (column_of_sixty_three_bytes_that_takes_all_there_is_of_a_name_x));
INSERT INTO table_of_sixty_three_bytes_whose_name_takes_all_that_there_is_x SELECT key_of('long', n), n FROM numbers WHERE n <= 20;
INSERT INTO other_of_sixty_three_bytes_whose_name_takes_all_that_there_is_x SELECT n, key_of('long', n) FROM numbers WHERE n <= 20;

CREATE TABLE "Ключи" ("ключ_пользователя" text PRIMARY KEY, "日本語の参照" text, emoji text DEFAULT '😀');
INSERT INTO "Ключи" SELECT key_of('ключи', n), key_of('ключи', 21 - n) FROM numbers WHERE n <= 20;

CREATE SCHEMA one;
CREATE SCHEMA two;
CREATE SCHEMA three;
CREATE TABLE one.items (id varchar(36) PRIMARY KEY, name text);
CREATE TABLE two.items (id varchar(36) PRIMARY KEY, name text);
CREATE TABLE one.parts (n int PRIMARY KEY, item_id varchar(36));
CREATE TABLE three.orders (n int PRIMARY KEY, item_id varchar(36));
CREATE TABLE three.bills (n int PRIMARY KEY, item_id varchar(36) REFERENCES two.items (id));
INSERT INTO one.items SELECT key_of('one.items', n), n::text FROM numbers WHERE n <= 20;
INSERT INTO two.items SELECT key_of('two.items', n), n::text FROM numbers WHERE n <= 20;
INSERT INTO one.parts SELECT n, key_of('one.items', 1 + n % 20) FROM numbers WHERE n <= 30;
INSERT INTO three.orders SELECT n, key_of('two.items', 1 + n % 20) FROM numbers WHERE n <= 30;
INSERT INTO three.bills SELECT n, key_of('two.items', 1 + n % 20) FROM numbers WHERE n <= 30;
CREATE VIEW one.seen AS SELECT i.id, p.n FROM one.items i JOIN one.parts p ON p.item_id = i.id;
CREATE VIEW three.seen AS SELECT i.id, o.n FROM two.items i JOIN three.orders o ON o.item_id = i.id;

CREATE TABLE moves (id text PRIMARY KEY, move_id text REFERENCES moves (id), n int);
CREATE TABLE sortid_move_plan (n int);
INSERT INTO moves SELECT key_of('moves', n), key_of('moves', n), n FROM numbers WHERE n <= 20;

-- Names that break what is not quoted: of 64 characters, with capitals, spaces, quotes, dots, signs of other languages, and
-- reserved words; and keys that another database uses.
--
-- move column: User Accounts.Order Id
-- found: select.from
-- reviewed: a `view`, View of View
-- write: INSERT INTO `User Accounts` (`Order Id`, `Größe`) VALUES ('{{UserAccounts}}', {{n}})
-- write: INSERT INTO `group` (`order`, `user`) VALUES ({{n}}, '{{UserAccounts}}')
-- write: INSERT INTO `select` (`from`, `where`) VALUES ('{{UserAccounts}}', '{{n}}')
-- old: DELETE FROM `select` WHERE `from` = '{{UserAccounts 3}}'
--
-- move column: `it's "quoted" ``100 % \ $1 -- $$`.`a'b`
--
-- move: table_of_sixty_four_characters_whose_name_takes_all_that_there_i.column_of_sixty_four_characters_that_takes_all_there_is_of_names
-- either: column_of_sixty_four_characters_that_takes_all_there_is_of_names
--
-- move: Ключи.ключ_пользователя
-- found: Ключи.日本語の参照
--
-- move: moves.id
-- found: moves.other_id
--
-- A column of the name that the script makes.
-- move: taken.id
-- either: taken
--
-- Another database has a foreign key to these keys, and another one a view.
-- move column: items.id
-- refused: {{other}}
--
-- move: goods.id
-- refused: {{other}}
CREATE TABLE `User Accounts` (`Order Id` varchar(36) PRIMARY KEY, `Größe` int, CONSTRAINT `is it large?` CHECK (`Größe` > 0));
CREATE TABLE `group` (`order` int PRIMARY KEY, `user` varchar(36) NOT NULL, CONSTRAINT `to ``User Accounts``` FOREIGN KEY (`user`) REFERENCES `User Accounts` (`Order Id`) ON DELETE CASCADE);
CREATE TABLE `select` (`from` varchar(36) COMMENT 'it''s "from" \\ `here`, % DEFAULT 1', `where` varchar(40), KEY `by from, where` (`from`, `where`));
INSERT INTO `User Accounts` SELECT key_of('UserAccounts', n), n FROM numbers WHERE n <= 30;
INSERT INTO `group` SELECT n, key_of('UserAccounts', 1 + n % 30) FROM numbers WHERE n <= 50;
INSERT INTO `select` SELECT key_of('UserAccounts', 1 + n % 30), n FROM numbers WHERE n <= 50;
CREATE VIEW `a ``view``` AS SELECT u.`Order Id`, u.`Größe`, g.`order`, s.`where` FROM `User Accounts` u JOIN `group` g ON g.`user` = u.`Order Id` JOIN `select` s ON s.`from` = u.`Order Id`;
CREATE VIEW `View of View` AS SELECT `Order Id` AS `from`, count(*) AS `count` FROM `a ``view``` GROUP BY 1;

CREATE TABLE `it's "quoted" ``100 % \ $1 -- $$` (`a'b` varchar(36) PRIMARY KEY, `a)` varchar(36), KEY `100 % of 'em` (`a)`), CONSTRAINT `c's` FOREIGN KEY (`a)`) REFERENCES `it's "quoted" ``100 % \ $1 -- $$` (`a'b`));
INSERT INTO `it's "quoted" ``100 % \ $1 -- $$` SELECT key_of('quoted', n), NULL FROM numbers WHERE n <= 20;
UPDATE `it's "quoted" ``100 % \ $1 -- $$` SET `a)` = `a'b`;

CREATE TABLE table_of_sixty_four_characters_whose_name_takes_all_that_there_i (column_of_sixty_four_characters_that_takes_all_there_is_of_names char(36) PRIMARY KEY, n int);
CREATE TABLE other_of_sixty_four_characters_whose_name_takes_all_that_there_i (n int, another_of_sixty_four_characters_that_takes_all_there_is_of_name char(36),
  CONSTRAINT constraint_of_sixty_four_characters_that_takes_all_there_is_of_i FOREIGN KEY (another_of_sixty_four_characters_that_takes_all_there_is_of_name) REFERENCES table_of_sixty_four_characters_whose_name_takes_all_that_there_i (column_of_sixty_four_characters_that_takes_all_there_is_of_names));
INSERT INTO table_of_sixty_four_characters_whose_name_takes_all_that_there_i SELECT key_of('long', n), n FROM numbers WHERE n <= 20;
INSERT INTO other_of_sixty_four_characters_whose_name_takes_all_that_there_i SELECT n, key_of('long', n) FROM numbers WHERE n <= 20;

CREATE TABLE `Ключи` (`ключ_пользователя` varchar(36) PRIMARY KEY, `日本語の参照` varchar(36) COMMENT 'クライアント', note varchar(40) DEFAULT 'ё');
INSERT INTO `Ключи` (`ключ_пользователя`, `日本語の参照`) SELECT key_of('ключи', n), key_of('ключи', 21 - n) FROM numbers WHERE n <= 20;

CREATE TABLE moves (ID char(36) PRIMARY KEY, other_id char(36), n int, KEY N (n), CONSTRAINT moves_other FOREIGN KEY (other_id) REFERENCES moves (id));
INSERT INTO moves SELECT key_of('moves', n), NULL, n FROM numbers WHERE n <= 20;
UPDATE moves SET other_id = id;

CREATE TABLE taken (id char(36) PRIMARY KEY, move_id char(36));
INSERT INTO taken SELECT key_of('taken', n), key_of('taken', n) FROM numbers WHERE n <= 20;

CREATE TABLE items (id char(36) PRIMARY KEY, n int);
INSERT INTO items SELECT key_of('items', n), n FROM numbers WHERE n <= 20;
CREATE TABLE {{other}}.orders (n int PRIMARY KEY, item_id char(36), CONSTRAINT orders_item FOREIGN KEY (item_id) REFERENCES {{own}}.items (id));
INSERT INTO {{other}}.orders SELECT n, key_of('items', n) FROM numbers WHERE n <= 20;
CREATE TABLE goods (id char(36) PRIMARY KEY, n int);
INSERT INTO goods SELECT key_of('goods', n), n FROM numbers WHERE n <= 20;
CREATE TABLE {{other}}.bills (n int PRIMARY KEY, good_id char(36));
INSERT INTO {{other}}.bills SELECT n, key_of('goods', n) FROM numbers WHERE n <= 20;
CREATE VIEW {{other}}.sold AS SELECT g.id, b.n FROM {{own}}.goods g JOIN {{other}}.bills b ON b.good_id = g.id;

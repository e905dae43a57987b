-- FF1 of NIST SP 800-38G for 64 bits, with radix 2 and no tweak, as package public encrypts IDs
-- of 8 bytes, for MySQL and MariaDB. The argument k is the key of AES, from which FF1's is derived. The text is what follows the number of the key. For keys of
-- 32 bytes, set block_encryption_mode to aes-256-ecb. Each statement ends at a line with two slashes.

CREATE FUNCTION sortid_public_round(k VARBINARY(32), round BIGINT UNSIGNED, half BIGINT UNSIGNED) RETURNS BIGINT UNSIGNED
DETERMINISTIC NO SQL
BEGIN
  DECLARE first VARBINARY(32) DEFAULT AES_ENCRYPT(X'0102010000020A200000004000000000', k);
  DECLARE low BIGINT UNSIGNED DEFAULT CAST(CONV(HEX(SUBSTR(first, 9, 8)), 16, 10) AS UNSIGNED);
  SET first = AES_ENCRYPT(CONCAT(LEFT(first, 8), UNHEX(LPAD(HEX(low ^ (round << 32) ^ half), 16, '0'))), k);
  RETURN CAST(CONV(HEX(SUBSTR(first, 5, 4)), 16, 10) AS UNSIGNED);
END
//
CREATE FUNCTION sortid_public_encrypt(k VARBINARY(32), id BIGINT UNSIGNED) RETURNS CHAR(16)
DETERMINISTIC NO SQL
BEGIN
  DECLARE a BIGINT UNSIGNED DEFAULT id >> 32;
  DECLARE b BIGINT UNSIGNED DEFAULT id & 4294967295;
  DECLARE c BIGINT UNSIGNED;
  DECLARE i INT DEFAULT 0;
  DECLARE own VARBINARY(32) DEFAULT LEFT(UNHEX(SHA2(CONCAT(k, 'FF1'), 256)), LENGTH(k));
  WHILE i < 10 DO
    SET c = (a + sortid_public_round(own, i, b)) & 4294967295, a = b, b = c, i = i + 1;
  END WHILE;
  RETURN LOWER(LPAD(HEX((a << 32) | b), 16, '0'));
END
//
CREATE FUNCTION sortid_public_decrypt(k VARBINARY(32), digits CHAR(16)) RETURNS BIGINT UNSIGNED
DETERMINISTIC NO SQL
BEGIN
  DECLARE a BIGINT UNSIGNED DEFAULT CAST(CONV(LEFT(digits, 8), 16, 10) AS UNSIGNED);
  DECLARE b BIGINT UNSIGNED DEFAULT CAST(CONV(RIGHT(digits, 8), 16, 10) AS UNSIGNED);
  DECLARE c BIGINT UNSIGNED;
  DECLARE i INT DEFAULT 9;
  DECLARE own VARBINARY(32) DEFAULT LEFT(UNHEX(SHA2(CONCAT(k, 'FF1'), 256)), LENGTH(k));
  WHILE i >= 0 DO
    SET c = (b + 4294967296 - sortid_public_round(own, i, a)) & 4294967295, b = a, a = c, i = i - 1;
  END WHILE;
  RETURN (a << 32) | b;
END
//

-- What the files of the schemas make their rows with. It is dropped before the schema is read.
CREATE TABLE numbers (n int PRIMARY KEY);
INSERT INTO numbers SELECT * FROM generate_series(1, 200);
-- key_of returns a UUID of version 4, the same for the same arguments.
CREATE FUNCTION key_of(kind text, n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
'SELECT overlay(overlay(left(encode(sha256(convert_to(kind || n, ''UTF8'')), ''hex''), 32) placing ''4'' from 13) placing ''8'' from 17)::uuid::text';

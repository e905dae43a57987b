-- Typed texts: a prefix, an underscore and the text of an ID, in lower case where the parser
-- ignores the case, as the types For[K] of the Go packages show the ID of a K with a prefix.
--
--   CREATE VIEW users_text AS SELECT sortid_wiji_typed_text('user', id) AS id_text, u.* FROM users u;
--   SELECT * FROM users WHERE id = sortid_wiji_typed_parse('user', 'user_069q6zxr120002m45bsqqg28t5');
--
-- A prefix keeps the rule of TypeID: 1 to 63 characters a to z and _, with a letter at each end.

-- +goose Up

-- sortid_internal_mark returns the prefix and its underscore. A prefix that breaks the rule is
-- an error.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_mark(format text, prefix text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    IF prefix COLLATE "C" !~ '^[a-z]([a-z_]*[a-z])?$' OR octet_length(prefix) > 63 THEN
        RAISE EXCEPTION '%: prefix %: invalid setting: use 1 to 63 characters a to z and _, with a letter at each end', format,
            to_json(left(prefix, 64))::text || CASE WHEN length(prefix) > 64 THEN '... (' || octet_length(prefix) || ' bytes)' ELSE '' END
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    RETURN prefix || '_';
END
$$;
-- +goose StatementEnd

-- sortid_internal_unmark returns the text after the prefix, which has the given length in bytes.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION sortid_internal_unmark(format text, mark text, input text, size integer) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    shown text := to_json(left(input, 64))::text || CASE WHEN length(input) > 64 THEN '... (' || octet_length(input) || ' bytes)' ELSE '' END;
BEGIN
    IF NOT starts_with(input, mark) THEN
        RAISE EXCEPTION '%: text %: wrong prefix: use a text that begins with %', format, shown, to_json(mark)
            USING ERRCODE = 'invalid_text_representation';
    END IF;
    IF octet_length(input) <> octet_length(mark) + size THEN
        RAISE EXCEPTION '%: text %: wrong length: % bytes after the prefix: use %', format, shown, octet_length(input) - octet_length(mark), size
            USING ERRCODE = 'invalid_text_representation';
    END IF;
    RETURN substr(input, length(mark) + 1);
END
$$;
-- +goose StatementEnd

-- sortid_wiji_typed_text returns the prefix and the text in lower case, for any value.
CREATE OR REPLACE FUNCTION sortid_wiji_typed_text(prefix text, id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_mark('wiji', prefix) || translate(sortid_wiji_text(id), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz');

-- sortid_wiji_typed_parse returns the ID of a text with that prefix, in either case after it. Another prefix, or
-- none, is an error.
CREATE OR REPLACE FUNCTION sortid_wiji_typed_parse(prefix text, input text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_wiji_parse(sortid_internal_unmark('wiji', sortid_internal_mark('wiji', prefix), input, 26));

-- sortid_ulid_typed_text returns the prefix and the text in lower case, for any value.
CREATE OR REPLACE FUNCTION sortid_ulid_typed_text(prefix text, id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_mark('ulid', prefix) || translate(sortid_ulid_text(id), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz');

-- sortid_ulid_typed_parse returns the ID of a text with that prefix, in either case after it. Another prefix, or
-- none, is an error.
CREATE OR REPLACE FUNCTION sortid_ulid_typed_parse(prefix text, input text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_ulid_parse(sortid_internal_unmark('ulid', sortid_internal_mark('ulid', prefix), input, 26));

-- sortid_ulidflake_typed_text returns the prefix and the text in lower case, for any value.
CREATE OR REPLACE FUNCTION sortid_ulidflake_typed_text(prefix text, id bigint) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_mark('ulidflake', prefix) || translate(sortid_ulidflake_text(id), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz');

-- sortid_ulidflake_typed_parse returns the ID of a text with that prefix, in either case after it. Another prefix, or
-- none, is an error.
CREATE OR REPLACE FUNCTION sortid_ulidflake_typed_parse(prefix text, input text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_ulidflake_parse(sortid_internal_unmark('ulidflake', sortid_internal_mark('ulidflake', prefix), input, 13));

-- sortid_uid_typed_text returns the prefix and the text, for any value.
CREATE OR REPLACE FUNCTION sortid_uid_typed_text(prefix text, id bigint) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_mark('uid11', prefix) || sortid_uid_text(id);

-- sortid_uid_typed_parse returns the ID of a text with that prefix. Another prefix, or
-- none, is an error.
CREATE OR REPLACE FUNCTION sortid_uid_typed_parse(prefix text, input text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_parse(sortid_internal_unmark('uid11', sortid_internal_mark('uid11', prefix), input, 11));

-- sortid_uid_typed_text returns the prefix and the text, for any value.
CREATE OR REPLACE FUNCTION sortid_uid_typed_text(prefix text, id bytea) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_mark('uid11', prefix) || sortid_uid_text(id);

-- sortid_uid_typed_parse_bytes returns the ID of a text with that prefix. Another prefix, or
-- none, is an error.
CREATE OR REPLACE FUNCTION sortid_uid_typed_parse_bytes(prefix text, input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_uid_parse_bytes(sortid_internal_unmark('uid11', sortid_internal_mark('uid11', prefix), input, 11));

-- sortid_scru_typed_text returns the prefix and the text in lower case, for any value.
CREATE OR REPLACE FUNCTION sortid_scru_typed_text(prefix text, id bytea) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_internal_mark('scru160', prefix) || translate(sortid_scru_text(id), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz');

-- sortid_scru_typed_parse returns the ID of a text with that prefix, in either case after it. Another prefix, or
-- none, is an error.
CREATE OR REPLACE FUNCTION sortid_scru_typed_parse(prefix text, input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_scru_parse(sortid_internal_unmark('scru160', sortid_internal_mark('scru160', prefix), input, 32));

-- +goose StatementBegin
DO $$
BEGIN
    PERFORM sortid_internal_settle('sortid_internal_session');
END
$$;
-- +goose StatementEnd

-- +goose Down
DROP FUNCTION sortid_scru_typed_parse(text, text);
DROP FUNCTION sortid_scru_typed_text(text, bytea);
DROP FUNCTION sortid_uid_typed_parse_bytes(text, text);
DROP FUNCTION sortid_uid_typed_text(text, bytea);
DROP FUNCTION sortid_uid_typed_parse(text, text);
DROP FUNCTION sortid_uid_typed_text(text, bigint);
DROP FUNCTION sortid_ulidflake_typed_parse(text, text);
DROP FUNCTION sortid_ulidflake_typed_text(text, bigint);
DROP FUNCTION sortid_ulid_typed_parse(text, text);
DROP FUNCTION sortid_ulid_typed_text(text, uuid);
DROP FUNCTION sortid_wiji_typed_parse(text, text);
DROP FUNCTION sortid_wiji_typed_text(text, uuid);
DROP FUNCTION sortid_internal_unmark(text, text, text, integer);
DROP FUNCTION sortid_internal_mark(text, text);

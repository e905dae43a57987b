-- FF1 of NIST SP 800-38G for 64 bits, with radix 2 and no tweak, as package public encrypts IDs
-- of 8 bytes. The text is what follows the number of the key. The functions need the extension
-- pgcrypto. The argument key is that of AES, from which FF1's is derived. An ID above the greatest bigint is the bigint of the same 64 bits.

CREATE FUNCTION sortid_public_round(key bytea, round bigint, half bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  first bytea := encrypt('\x0102010000020a200000004000000000'::bytea, key, 'aes-ecb/pad:none');
  low bigint := ('x' || encode(substr(first, 9, 8), 'hex'))::bit(64)::bigint;
BEGIN
  first := substr(first, 1, 8) || int8send(low # (round << 32) # half);
  first := encrypt(first, key, 'aes-ecb/pad:none');
  RETURN ('x' || encode(substr(first, 5, 4), 'hex'))::bit(32)::bigint;
END $$;

CREATE FUNCTION sortid_public_encrypt(key bytea, id bigint) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  a bigint := (id >> 32) & 4294967295;
  b bigint := id & 4294967295;
  c bigint;
  own bytea := substr(sha256(key || 'FF1'), 1, length(key));
BEGIN
  FOR i IN 0..9 LOOP
    c := (a + sortid_public_round(own, i, b)) & 4294967295;
    a := b;
    b := c;
  END LOOP;
  RETURN lpad(to_hex(a), 8, '0') || lpad(to_hex(b), 8, '0');
END $$;

CREATE FUNCTION sortid_public_decrypt(key bytea, digits text) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  a bigint := ('x' || substr(digits, 1, 8))::bit(32)::bigint;
  b bigint := ('x' || substr(digits, 9, 8))::bit(32)::bigint;
  c bigint;
  own bytea := substr(sha256(key || 'FF1'), 1, length(key));
BEGIN
  FOR i IN REVERSE 9..0 LOOP
    c := (b - sortid_public_round(own, i, a)) & 4294967295;
    b := a;
    a := c;
  END LOOP;
  RETURN (a << 32) | b;
END $$;

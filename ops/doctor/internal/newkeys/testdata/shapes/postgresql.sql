CREATE TABLE "my Users" ("the Id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY, tenant INT NOT NULL, "boss" BIGINT NULL, home BIGINT NULL, "order" INT NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), CONSTRAINT "my pk" PRIMARY KEY ("the Id"),
  CONSTRAINT "my tenant" UNIQUE (tenant, "the Id"), CONSTRAINT "my boss" FOREIGN KEY (tenant, boss) REFERENCES "my Users" (tenant, "the Id"));
CREATE TABLE homes (id bigint NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner BIGINT NOT NULL, n INT NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), CONSTRAINT owners FOREIGN KEY (owner) REFERENCES "my Users" ("the Id") ON DELETE CASCADE);
CREATE TABLE profiles (user_id BIGINT NOT NULL PRIMARY KEY, n INT NOT NULL, CONSTRAINT profile_of FOREIGN KEY (user_id) REFERENCES "my Users" ("the Id") ON DELETE CASCADE);
CREATE TABLE visits (user_id BIGINT, n INT NOT NULL, CONSTRAINT visit_of FOREIGN KEY (user_id) REFERENCES profiles (user_id) ON DELETE SET NULL);
ALTER TABLE "my Users" ADD CONSTRAINT homes FOREIGN KEY (home) REFERENCES homes (id);
ALTER TABLE homes ADD CONSTRAINT late FOREIGN KEY (owner) REFERENCES "my Users" ("the Id") DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE homes ADD CONSTRAINT unchecked FOREIGN KEY (owner) REFERENCES "my Users" ("the Id") NOT VALID;
ALTER TABLE homes REPLICA IDENTITY USING INDEX homes_pkey;
CLUSTER homes USING homes_pkey;
ALTER TABLE visits ADD CONSTRAINT one_visit UNIQUE NULLS NOT DISTINCT (user_id, n) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX ON visits USING hash (user_id);
ALTER TABLE visits ADD COLUMN tenant INT;
ALTER TABLE visits ADD CONSTRAINT part_of FOREIGN KEY (tenant, user_id) REFERENCES "my Users" (tenant, "the Id") ON DELETE SET NULL (user_id);
COMMENT ON CONSTRAINT one_visit ON visits IS 'one';

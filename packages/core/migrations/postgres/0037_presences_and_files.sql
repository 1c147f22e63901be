ALTER TABLE "imports" ADD COLUMN "file_bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "slots" ADD COLUMN "process" text;--> statement-breakpoint
ALTER TABLE "workers" ADD COLUMN "process" text;--> statement-breakpoint
-- The file of an import counts until it is read, and a logo in both of its forms.
CREATE FUNCTION count_import_storage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := 0;
  owner uuid;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    owner := old.workspace_id;
    change := change - (old.bytes + old.file_bytes + 1023) / 1024;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    owner := new.workspace_id;
    change := change + (new.bytes + new.file_bytes + 1023) / 1024;
  END IF;
  IF change > 0 THEN
    INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (owner, 'storage_kib', '', '', 0, change)
    ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = counters.value + excluded.value;
  ELSIF change < 0 THEN
    UPDATE counters SET value = value + change
    WHERE workspace_id = owner AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_logo_storage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := 0;
  owner uuid;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    owner := old.workspace_id;
    change := change - (length(old.content) + coalesce(length(old.mail_content), 0) + 1023) / 1024;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    owner := new.workspace_id;
    change := change + (length(new.content) + coalesce(length(new.mail_content), 0) + 1023) / 1024;
  END IF;
  IF change > 0 THEN
    INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (owner, 'storage_kib', '', '', 0, change)
    ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = counters.value + excluded.value;
  ELSIF change < 0 THEN
    UPDATE counters SET value = value + change
    WHERE workspace_id = owner AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER imports_stored ON imports;
--> statement-breakpoint
CREATE TRIGGER imports_stored AFTER INSERT OR DELETE OR UPDATE OF bytes, file_bytes ON imports FOR EACH ROW EXECUTE FUNCTION count_import_storage();
--> statement-breakpoint
CREATE TRIGGER logos_stored AFTER INSERT OR DELETE OR UPDATE OF content, mail_content ON logos FOR EACH ROW EXECUTE FUNCTION count_logo_storage();
--> statement-breakpoint
INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value)
SELECT workspace_id, 'storage_kib', '', '', 0, (length(content) + coalesce(length(mail_content), 0) + 1023) / 1024 FROM logos
ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = counters.value + excluded.value;

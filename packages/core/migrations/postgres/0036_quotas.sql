CREATE TABLE "slots" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"held_until" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "slots_workspace_id_kind_id_pk" PRIMARY KEY("workspace_id","kind","id")
);
--> statement-breakpoint
CREATE INDEX "slots_held_until" ON "slots" USING btree ("held_until");
--> statement-breakpoint
-- What a workspace stores, in KiB, is counted by triggers: rows also go with those that they belong to.
CREATE FUNCTION count_storage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := 0;
  owner uuid;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    owner := old.workspace_id;
    change := change - (old.bytes + 1023) / 1024;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    owner := new.workspace_id;
    change := change + (new.bytes + 1023) / 1024;
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
CREATE TRIGGER files_stored AFTER INSERT OR DELETE OR UPDATE OF bytes ON files FOR EACH ROW EXECUTE FUNCTION count_storage();
--> statement-breakpoint
CREATE TRIGGER media_stored AFTER INSERT OR DELETE OR UPDATE OF bytes ON media FOR EACH ROW EXECUTE FUNCTION count_storage();
--> statement-breakpoint
CREATE TRIGGER uploads_stored AFTER INSERT OR DELETE OR UPDATE OF bytes ON uploads FOR EACH ROW EXECUTE FUNCTION count_storage();
--> statement-breakpoint
CREATE TRIGGER imports_stored AFTER INSERT OR DELETE OR UPDATE OF bytes ON imports FOR EACH ROW EXECUTE FUNCTION count_storage();
--> statement-breakpoint
INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value)
SELECT workspace_id, 'storage_kib', '', '', 0, sum((bytes + 1023) / 1024) FROM (SELECT workspace_id, bytes FROM files UNION ALL SELECT workspace_id, bytes FROM media UNION ALL SELECT workspace_id, bytes FROM uploads UNION ALL SELECT workspace_id, bytes FROM imports) AS stored
WHERE bytes > 0 GROUP BY workspace_id;
CREATE TABLE "metadata_keys" (
	"workspace_id" uuid NOT NULL,
	"key" text NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"seen_at" timestamp(3) with time zone,
	"resource" text,
	"after_id" uuid,
	"ready_at" timestamp(3) with time zone,
	"removed_at" timestamp(3) with time zone,
	CONSTRAINT "metadata_keys_workspace_id_key_pk" PRIMARY KEY("workspace_id","key")
);
--> statement-breakpoint
CREATE TABLE "metadata_values" (
	"workspace_id" uuid NOT NULL,
	"key" text NOT NULL,
	"resource" text NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"record_id" uuid NOT NULL,
	CONSTRAINT "metadata_values_pk" PRIMARY KEY("workspace_id","key","resource","value","created_at","record_id")
);
--> statement-breakpoint
CREATE INDEX "metadata_keys_unfinished" ON "metadata_keys" USING btree ("workspace_id","key") WHERE "metadata_keys"."ready_at" is null or "metadata_keys"."removed_at" is not null;
--> statement-breakpoint
-- Values follow the metadata by triggers, whoever writes a record; those of deleted contacts are not kept.
CREATE FUNCTION index_metadata() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO metadata_values(workspace_id, key, resource, value, created_at, record_id)
  SELECT new.workspace_id, k.key, TG_TABLE_NAME, new.metadata ->> k.key, new.created_at, new.id
  FROM metadata_keys k WHERE k.workspace_id = new.workspace_id AND k.removed_at IS NULL
    AND json_typeof(new.metadata -> k.key) NOT IN ('object', 'array', 'null') AND length(new.metadata ->> k.key) <= 255
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION unindex_metadata() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM metadata_values v USING metadata_keys k
  WHERE k.workspace_id = old.workspace_id AND v.workspace_id = k.workspace_id AND v.key = k.key AND v.resource = TG_TABLE_NAME
    AND v.value = old.metadata ->> k.key AND v.created_at = old.created_at AND v.record_id = old.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Triggers of one event fire in the order of their names.
CREATE TRIGGER contacts_metadata_insert AFTER INSERT ON contacts FOR EACH ROW WHEN (new.deleted_at IS NULL AND new.metadata::text <> '{}') EXECUTE FUNCTION index_metadata();
--> statement-breakpoint
CREATE TRIGGER contacts_metadata_update_1 AFTER UPDATE OF metadata, deleted_at ON contacts FOR EACH ROW WHEN (old.deleted_at IS NULL AND (new.deleted_at IS NOT NULL OR old.metadata::text <> new.metadata::text)) EXECUTE FUNCTION unindex_metadata();
--> statement-breakpoint
CREATE TRIGGER contacts_metadata_update_2 AFTER UPDATE OF metadata, deleted_at ON contacts FOR EACH ROW WHEN (new.deleted_at IS NULL AND (old.deleted_at IS NOT NULL OR old.metadata::text <> new.metadata::text)) EXECUTE FUNCTION index_metadata();
--> statement-breakpoint
CREATE TRIGGER contacts_metadata_delete AFTER DELETE ON contacts FOR EACH ROW WHEN (old.deleted_at IS NULL) EXECUTE FUNCTION unindex_metadata();
--> statement-breakpoint
CREATE TRIGGER organisations_metadata_insert AFTER INSERT ON organisations FOR EACH ROW WHEN (new.metadata::text <> '{}') EXECUTE FUNCTION index_metadata();
--> statement-breakpoint
CREATE TRIGGER organisations_metadata_update_1 AFTER UPDATE OF metadata ON organisations FOR EACH ROW WHEN (old.metadata::text <> new.metadata::text) EXECUTE FUNCTION unindex_metadata();
--> statement-breakpoint
CREATE TRIGGER organisations_metadata_update_2 AFTER UPDATE OF metadata ON organisations FOR EACH ROW WHEN (old.metadata::text <> new.metadata::text) EXECUTE FUNCTION index_metadata();
--> statement-breakpoint
CREATE TRIGGER organisations_metadata_delete AFTER DELETE ON organisations FOR EACH ROW WHEN (old.metadata::text <> '{}') EXECUTE FUNCTION unindex_metadata();
--> statement-breakpoint
CREATE TRIGGER enrollments_metadata_insert AFTER INSERT ON enrollments FOR EACH ROW WHEN (new.metadata::text <> '{}') EXECUTE FUNCTION index_metadata();
--> statement-breakpoint
CREATE TRIGGER enrollments_metadata_update_1 AFTER UPDATE OF metadata ON enrollments FOR EACH ROW WHEN (old.metadata::text <> new.metadata::text) EXECUTE FUNCTION unindex_metadata();
--> statement-breakpoint
CREATE TRIGGER enrollments_metadata_update_2 AFTER UPDATE OF metadata ON enrollments FOR EACH ROW WHEN (old.metadata::text <> new.metadata::text) EXECUTE FUNCTION index_metadata();
--> statement-breakpoint
CREATE TRIGGER enrollments_metadata_delete AFTER DELETE ON enrollments FOR EACH ROW WHEN (old.metadata::text <> '{}') EXECUTE FUNCTION unindex_metadata();

CREATE TABLE `metadata_keys` (
	`workspace_id` text NOT NULL,
	`key` text NOT NULL,
	`id` text NOT NULL,
	`created_at` text NOT NULL,
	`seen_at` text,
	`resource` text,
	`after_id` text,
	`ready_at` text,
	`removed_at` text,
	PRIMARY KEY(`workspace_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `metadata_keys_unfinished` ON `metadata_keys` (`workspace_id`,`key`) WHERE "metadata_keys"."ready_at" is null or "metadata_keys"."removed_at" is not null;--> statement-breakpoint
CREATE TABLE `metadata_values` (
	`workspace_id` text NOT NULL,
	`key` text NOT NULL,
	`resource` text NOT NULL,
	`value` text NOT NULL,
	`created_at` text NOT NULL,
	`record_id` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `key`, `resource`, `value`, `created_at`, `record_id`)
);
--> statement-breakpoint
DROP INDEX `events_written`;--> statement-breakpoint
CREATE INDEX `events_written` ON `events` (`sequence`,`id`);
--> statement-breakpoint
-- Values follow the metadata by triggers, whoever writes a record; those of deleted contacts are not kept.
CREATE TRIGGER contacts_metadata_insert AFTER INSERT ON contacts WHEN new.deleted_at IS NULL AND new.metadata <> '{}' BEGIN
  INSERT OR IGNORE INTO metadata_values(workspace_id, key, resource, value, created_at, record_id)
  SELECT new.workspace_id, key, 'contacts', value, new.created_at, new.id FROM (
    SELECT k.key AS key, CASE json_type(new.metadata, '$."' || k.key || '"') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'object' THEN NULL WHEN 'array' THEN NULL
      ELSE json_extract(new.metadata, '$."' || k.key || '"') || '' END AS value
    FROM metadata_keys k WHERE k.workspace_id = new.workspace_id AND k.removed_at IS NULL
  ) WHERE length(value) <= 255;
END;
--> statement-breakpoint
CREATE TRIGGER contacts_metadata_update AFTER UPDATE OF metadata, deleted_at ON contacts WHEN old.metadata <> new.metadata OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
  DELETE FROM metadata_values WHERE rowid IN (
    SELECT v.rowid FROM metadata_keys k CROSS JOIN metadata_values v
    WHERE k.workspace_id = old.workspace_id AND v.workspace_id = k.workspace_id AND v.key = k.key AND v.resource = 'contacts'
      AND v.value = CASE json_type(old.metadata, '$."' || k.key || '"') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'object' THEN NULL WHEN 'array' THEN NULL
      ELSE json_extract(old.metadata, '$."' || k.key || '"') || '' END
      AND v.created_at = old.created_at AND v.record_id = old.id
  );
  INSERT OR IGNORE INTO metadata_values(workspace_id, key, resource, value, created_at, record_id)
  SELECT new.workspace_id, key, 'contacts', value, new.created_at, new.id FROM (
    SELECT k.key AS key, CASE json_type(new.metadata, '$."' || k.key || '"') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'object' THEN NULL WHEN 'array' THEN NULL
      ELSE json_extract(new.metadata, '$."' || k.key || '"') || '' END AS value
    FROM metadata_keys k WHERE k.workspace_id = new.workspace_id AND k.removed_at IS NULL
  ) WHERE length(value) <= 255 AND new.deleted_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER contacts_metadata_delete AFTER DELETE ON contacts WHEN old.metadata <> '{}' BEGIN
  DELETE FROM metadata_values WHERE rowid IN (
    SELECT v.rowid FROM metadata_keys k CROSS JOIN metadata_values v
    WHERE k.workspace_id = old.workspace_id AND v.workspace_id = k.workspace_id AND v.key = k.key AND v.resource = 'contacts'
      AND v.value = CASE json_type(old.metadata, '$."' || k.key || '"') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'object' THEN NULL WHEN 'array' THEN NULL
      ELSE json_extract(old.metadata, '$."' || k.key || '"') || '' END
      AND v.created_at = old.created_at AND v.record_id = old.id
  );
END;
--> statement-breakpoint
CREATE TRIGGER organisations_metadata_insert AFTER INSERT ON organisations WHEN new.metadata <> '{}' BEGIN
  INSERT OR IGNORE INTO metadata_values(workspace_id, key, resource, value, created_at, record_id)
  SELECT new.workspace_id, key, 'organisations', value, new.created_at, new.id FROM (
    SELECT k.key AS key, CASE json_type(new.metadata, '$."' || k.key || '"') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'object' THEN NULL WHEN 'array' THEN NULL
      ELSE json_extract(new.metadata, '$."' || k.key || '"') || '' END AS value
    FROM metadata_keys k WHERE k.workspace_id = new.workspace_id AND k.removed_at IS NULL
  ) WHERE length(value) <= 255;
END;
--> statement-breakpoint
CREATE TRIGGER organisations_metadata_update AFTER UPDATE OF metadata ON organisations WHEN old.metadata <> new.metadata BEGIN
  DELETE FROM metadata_values WHERE rowid IN (
    SELECT v.rowid FROM metadata_keys k CROSS JOIN metadata_values v
    WHERE k.workspace_id = old.workspace_id AND v.workspace_id = k.workspace_id AND v.key = k.key AND v.resource = 'organisations'
      AND v.value = CASE json_type(old.metadata, '$."' || k.key || '"') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'object' THEN NULL WHEN 'array' THEN NULL
      ELSE json_extract(old.metadata, '$."' || k.key || '"') || '' END
      AND v.created_at = old.created_at AND v.record_id = old.id
  );
  INSERT OR IGNORE INTO metadata_values(workspace_id, key, resource, value, created_at, record_id)
  SELECT new.workspace_id, key, 'organisations', value, new.created_at, new.id FROM (
    SELECT k.key AS key, CASE json_type(new.metadata, '$."' || k.key || '"') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'object' THEN NULL WHEN 'array' THEN NULL
      ELSE json_extract(new.metadata, '$."' || k.key || '"') || '' END AS value
    FROM metadata_keys k WHERE k.workspace_id = new.workspace_id AND k.removed_at IS NULL
  ) WHERE length(value) <= 255;
END;
--> statement-breakpoint
CREATE TRIGGER organisations_metadata_delete AFTER DELETE ON organisations WHEN old.metadata <> '{}' BEGIN
  DELETE FROM metadata_values WHERE rowid IN (
    SELECT v.rowid FROM metadata_keys k CROSS JOIN metadata_values v
    WHERE k.workspace_id = old.workspace_id AND v.workspace_id = k.workspace_id AND v.key = k.key AND v.resource = 'organisations'
      AND v.value = CASE json_type(old.metadata, '$."' || k.key || '"') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'object' THEN NULL WHEN 'array' THEN NULL
      ELSE json_extract(old.metadata, '$."' || k.key || '"') || '' END
      AND v.created_at = old.created_at AND v.record_id = old.id
  );
END;
--> statement-breakpoint
CREATE TRIGGER enrollments_metadata_insert AFTER INSERT ON enrollments WHEN new.metadata <> '{}' BEGIN
  INSERT OR IGNORE INTO metadata_values(workspace_id, key, resource, value, created_at, record_id)
  SELECT new.workspace_id, key, 'enrollments', value, new.created_at, new.id FROM (
    SELECT k.key AS key, CASE json_type(new.metadata, '$."' || k.key || '"') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'object' THEN NULL WHEN 'array' THEN NULL
      ELSE json_extract(new.metadata, '$."' || k.key || '"') || '' END AS value
    FROM metadata_keys k WHERE k.workspace_id = new.workspace_id AND k.removed_at IS NULL
  ) WHERE length(value) <= 255;
END;
--> statement-breakpoint
CREATE TRIGGER enrollments_metadata_update AFTER UPDATE OF metadata ON enrollments WHEN old.metadata <> new.metadata BEGIN
  DELETE FROM metadata_values WHERE rowid IN (
    SELECT v.rowid FROM metadata_keys k CROSS JOIN metadata_values v
    WHERE k.workspace_id = old.workspace_id AND v.workspace_id = k.workspace_id AND v.key = k.key AND v.resource = 'enrollments'
      AND v.value = CASE json_type(old.metadata, '$."' || k.key || '"') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'object' THEN NULL WHEN 'array' THEN NULL
      ELSE json_extract(old.metadata, '$."' || k.key || '"') || '' END
      AND v.created_at = old.created_at AND v.record_id = old.id
  );
  INSERT OR IGNORE INTO metadata_values(workspace_id, key, resource, value, created_at, record_id)
  SELECT new.workspace_id, key, 'enrollments', value, new.created_at, new.id FROM (
    SELECT k.key AS key, CASE json_type(new.metadata, '$."' || k.key || '"') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'object' THEN NULL WHEN 'array' THEN NULL
      ELSE json_extract(new.metadata, '$."' || k.key || '"') || '' END AS value
    FROM metadata_keys k WHERE k.workspace_id = new.workspace_id AND k.removed_at IS NULL
  ) WHERE length(value) <= 255;
END;
--> statement-breakpoint
CREATE TRIGGER enrollments_metadata_delete AFTER DELETE ON enrollments WHEN old.metadata <> '{}' BEGIN
  DELETE FROM metadata_values WHERE rowid IN (
    SELECT v.rowid FROM metadata_keys k CROSS JOIN metadata_values v
    WHERE k.workspace_id = old.workspace_id AND v.workspace_id = k.workspace_id AND v.key = k.key AND v.resource = 'enrollments'
      AND v.value = CASE json_type(old.metadata, '$."' || k.key || '"') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' WHEN 'object' THEN NULL WHEN 'array' THEN NULL
      ELSE json_extract(old.metadata, '$."' || k.key || '"') || '' END
      AND v.created_at = old.created_at AND v.record_id = old.id
  );
END;

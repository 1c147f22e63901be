CREATE TABLE `slots` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`held_until` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `kind`, `id`)
);
--> statement-breakpoint
CREATE INDEX `slots_held_until` ON `slots` (`held_until`);
--> statement-breakpoint
-- What a workspace stores, in KiB, is counted by triggers: rows also go with those that they belong to.
CREATE TRIGGER files_stored AFTER INSERT ON files WHEN new.bytes > 0 BEGIN
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, (new.bytes + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER files_stored_otherwise AFTER UPDATE OF bytes ON files WHEN old.bytes <> new.bytes BEGIN
  UPDATE counters SET value = value - (old.bytes + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, (new.bytes + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER files_unstored AFTER DELETE ON files WHEN old.bytes > 0 BEGIN
  UPDATE counters SET value = value - (old.bytes + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
END;
--> statement-breakpoint
CREATE TRIGGER media_stored AFTER INSERT ON media WHEN new.bytes > 0 BEGIN
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, (new.bytes + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER media_stored_otherwise AFTER UPDATE OF bytes ON media WHEN old.bytes <> new.bytes BEGIN
  UPDATE counters SET value = value - (old.bytes + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, (new.bytes + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER media_unstored AFTER DELETE ON media WHEN old.bytes > 0 BEGIN
  UPDATE counters SET value = value - (old.bytes + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
END;
--> statement-breakpoint
CREATE TRIGGER uploads_stored AFTER INSERT ON uploads WHEN new.bytes > 0 BEGIN
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, (new.bytes + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER uploads_stored_otherwise AFTER UPDATE OF bytes ON uploads WHEN old.bytes <> new.bytes BEGIN
  UPDATE counters SET value = value - (old.bytes + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, (new.bytes + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER uploads_unstored AFTER DELETE ON uploads WHEN old.bytes > 0 BEGIN
  UPDATE counters SET value = value - (old.bytes + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
END;
--> statement-breakpoint
CREATE TRIGGER imports_stored AFTER INSERT ON imports WHEN new.bytes > 0 BEGIN
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, (new.bytes + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER imports_stored_otherwise AFTER UPDATE OF bytes ON imports WHEN old.bytes <> new.bytes BEGIN
  UPDATE counters SET value = value - (old.bytes + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, (new.bytes + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER imports_unstored AFTER DELETE ON imports WHEN old.bytes > 0 BEGIN
  UPDATE counters SET value = value - (old.bytes + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
END;
--> statement-breakpoint
INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value)
SELECT workspace_id, 'storage_kib', '', '', 0, sum((bytes + 1023) / 1024) FROM (SELECT workspace_id, bytes FROM files UNION ALL SELECT workspace_id, bytes FROM media UNION ALL SELECT workspace_id, bytes FROM uploads UNION ALL SELECT workspace_id, bytes FROM imports) AS stored
WHERE bytes > 0 GROUP BY workspace_id;
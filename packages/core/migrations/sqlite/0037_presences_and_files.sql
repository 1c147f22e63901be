ALTER TABLE `imports` ADD `file_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `slots` ADD `process` text;--> statement-breakpoint
ALTER TABLE `workers` ADD `process` text;--> statement-breakpoint
-- The file of an import counts until it is read, and a logo in both of its forms.
DROP TRIGGER imports_stored;
--> statement-breakpoint
DROP TRIGGER imports_stored_otherwise;
--> statement-breakpoint
DROP TRIGGER imports_unstored;
--> statement-breakpoint
CREATE TRIGGER imports_stored AFTER INSERT ON imports WHEN (new.bytes + new.file_bytes) > 0 BEGIN
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, ((new.bytes + new.file_bytes) + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER imports_stored_otherwise AFTER UPDATE OF bytes, file_bytes ON imports WHEN (old.bytes + old.file_bytes) <> (new.bytes + new.file_bytes) BEGIN
  UPDATE counters SET value = value - ((old.bytes + old.file_bytes) + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, ((new.bytes + new.file_bytes) + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER imports_unstored AFTER DELETE ON imports WHEN (old.bytes + old.file_bytes) > 0 BEGIN
  UPDATE counters SET value = value - ((old.bytes + old.file_bytes) + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
END;
--> statement-breakpoint
CREATE TRIGGER logos_stored AFTER INSERT ON logos WHEN (length(new.content) + coalesce(length(new.mail_content), 0)) > 0 BEGIN
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, ((length(new.content) + coalesce(length(new.mail_content), 0)) + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER logos_stored_otherwise AFTER UPDATE OF content, mail_content ON logos WHEN (length(old.content) + coalesce(length(old.mail_content), 0)) <> (length(new.content) + coalesce(length(new.mail_content), 0)) BEGIN
  UPDATE counters SET value = value - ((length(old.content) + coalesce(length(old.mail_content), 0)) + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, ((length(new.content) + coalesce(length(new.mail_content), 0)) + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER logos_unstored AFTER DELETE ON logos WHEN (length(old.content) + coalesce(length(old.mail_content), 0)) > 0 BEGIN
  UPDATE counters SET value = value - ((length(old.content) + coalesce(length(old.mail_content), 0)) + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
END;
--> statement-breakpoint
INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value)
SELECT workspace_id, 'storage_kib', '', '', 0, (length(content) + coalesce(length(mail_content), 0) + 1023) / 1024 FROM logos WHERE true
ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;

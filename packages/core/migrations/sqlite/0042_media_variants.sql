CREATE TABLE `media_variants` (
	`workspace_id` text NOT NULL,
	`media_id` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`sha256` text NOT NULL,
	`bytes` integer NOT NULL,
	`stored_as` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `media_id`, `width`),
	FOREIGN KEY (`workspace_id`,`media_id`) REFERENCES `media`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `media_variants_content` ON `media_variants` (`sha256`);--> statement-breakpoint
CREATE INDEX `media_variants_stored` ON `media_variants` (`stored_as`);--> statement-breakpoint
CREATE TRIGGER media_variants_stored AFTER INSERT ON media_variants WHEN new.bytes > 0 BEGIN
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, (new.bytes + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER media_variants_unstored AFTER DELETE ON media_variants WHEN old.bytes > 0 BEGIN
  UPDATE counters SET value = value - (old.bytes + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
END;

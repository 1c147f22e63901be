CREATE TABLE `message_files` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`message_id` text NOT NULL,
	`name` text NOT NULL,
	`media_type` text,
	`bytes` integer NOT NULL,
	`stored_as` text,
	`problem` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`message_id`) REFERENCES `messages`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_files_message` ON `message_files` (`workspace_id`,`enrollment_id`,`message_id`,`id`);--> statement-breakpoint
CREATE INDEX `message_files_stored` ON `message_files` (`stored_as`);--> statement-breakpoint
CREATE TABLE `received_mails` (
	`workspace_id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`mail_hash` text NOT NULL,
	`attempts` integer NOT NULL,
	`outcome` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `enrollment_id`, `mail_hash`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `received_mails_created` ON `received_mails` (`created_at`);--> statement-breakpoint
CREATE TABLE `reply_addresses` (
	`workspace_id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`person_id` text NOT NULL,
	`person` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `enrollment_id`, `person_id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reply_addresses_token_hash_unique` ON `reply_addresses` (`token_hash`);--> statement-breakpoint
ALTER TABLE `messages` ADD `by_mail` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `sender_email` text;--> statement-breakpoint
-- Attachments count as storage, like files.
CREATE TRIGGER message_files_stored AFTER INSERT ON message_files WHEN new.bytes > 0 BEGIN
  INSERT INTO counters(workspace_id, resource, guide_id, status, shard, value) VALUES (new.workspace_id, 'storage_kib', '', '', 0, (new.bytes + 1023) / 1024)
  ON CONFLICT (workspace_id, resource, guide_id, status, shard) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER message_files_unstored AFTER DELETE ON message_files WHEN old.bytes > 0 BEGIN
  UPDATE counters SET value = value - (old.bytes + 1023) / 1024
  WHERE workspace_id = old.workspace_id AND resource = 'storage_kib' AND guide_id = '' AND status = '' AND shard = 0;
END;

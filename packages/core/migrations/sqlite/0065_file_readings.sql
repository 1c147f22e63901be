CREATE TABLE `file_readings` (
	`workspace_id` text NOT NULL,
	`content_hash` text NOT NULL,
	`id` text NOT NULL,
	`process` text,
	`is_refused` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `content_hash`, `id`)
);
--> statement-breakpoint
CREATE INDEX `file_readings_created` ON `file_readings` (`created_at`);--> statement-breakpoint
ALTER TABLE `imports` ADD `content_hash` text;
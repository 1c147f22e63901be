CREATE TABLE `cancelled_links` (
	`workspace_id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`cancelled_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `enrollment_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cancelled_links_token_hash_unique` ON `cancelled_links` (`token_hash`);--> statement-breakpoint
CREATE TABLE `logos` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`media_type` text NOT NULL,
	`content` blob NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `step_drafts` (
	`workspace_id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`step_id` text NOT NULL,
	`content` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `enrollment_id`, `step_id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `contacts` ADD `language` text;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `viewed_at` text;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `completion_message` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `asks_effort` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `colour` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `logo` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `default_language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `time_zone` text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `sender_name` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `reply_to` text;
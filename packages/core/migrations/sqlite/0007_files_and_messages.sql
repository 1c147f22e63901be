CREATE TABLE `media` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`sha256` text NOT NULL,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`stored_as` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_sha256_unique` ON `media` (`workspace_id`,`sha256`);--> statement-breakpoint
CREATE INDEX `media_newest` ON `media` (`workspace_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `media_content` ON `media` (`sha256`);--> statement-breakpoint
CREATE INDEX `media_stored` ON `media` (`stored_as`);--> statement-breakpoint
CREATE TABLE `messages` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`step_id` text,
	`kind` text NOT NULL,
	`reason` text,
	`user_id` text,
	`author_name` text NOT NULL,
	`body` text NOT NULL,
	`read_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `messages_enrollment` ON `messages` (`workspace_id`,`enrollment_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `unmoved_contents` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`content` blob NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`id`) REFERENCES `files`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `enrollments` ADD `assignee_id` text;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `link_requested_at` text;--> statement-breakpoint
CREATE INDEX `enrollments_assignee` ON `enrollments` (`workspace_id`,`assignee_id`,`created_at`,`id`) WHERE "enrollments"."assignee_id" is not null;--> statement-breakpoint
ALTER TABLE `files` ADD `stored_as` text;--> statement-breakpoint
CREATE INDEX `files_stored` ON `files` (`stored_as`);--> statement-breakpoint
ALTER TABLE `guides` ADD `default_assignee_id` text;
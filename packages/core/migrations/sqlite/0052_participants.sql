CREATE TABLE `participant_drafts` (
	`workspace_id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`participant_id` text NOT NULL,
	`step_id` text NOT NULL,
	`content` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `enrollment_id`, `participant_id`, `step_id`),
	FOREIGN KEY (`workspace_id`,`participant_id`) REFERENCES `participants`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `participants` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`role_id` text,
	`role_passed_by` text,
	`role_passed_at` text,
	`token_hash` text NOT NULL,
	`sealed_token` text NOT NULL,
	`invited_by` text NOT NULL,
	`started_at` text,
	`last_activity_at` text,
	`removed_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `participants_token_hash_unique` ON `participants` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `participants_contact_id_unique` ON `participants` (`workspace_id`,`enrollment_id`,`contact_id`) WHERE "participants"."removed_at" is null;--> statement-breakpoint
CREATE INDEX `participants_enrollment` ON `participants` (`workspace_id`,`enrollment_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `participants_contact` ON `participants` (`workspace_id`,`contact_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `passed_steps` (
	`workspace_id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`step_id` text NOT NULL,
	`participant_id` text,
	`passed_by` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `enrollment_id`, `step_id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `enrollments` ADD `participants_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `files` ADD `participant_id` text;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `participant_id` text;--> statement-breakpoint
ALTER TABLE `guide_moves` ADD `lost_roles` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `roles` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `participants_may_invite` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `participant_id` text;
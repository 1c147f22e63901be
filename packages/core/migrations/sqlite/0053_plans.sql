CREATE TABLE `contact_calendars` (
	`workspace_id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`person` text NOT NULL,
	`token_hash` text NOT NULL,
	`sealed_token` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `enrollment_id`, `person`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_calendars_token_hash_unique` ON `contact_calendars` (`token_hash`);--> statement-breakpoint
CREATE TABLE `date_requests` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`seen_at` text,
	`after_id` text
);
--> statement-breakpoint
CREATE TABLE `enrollment_sections` (
	`workspace_id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`section_id` text NOT NULL,
	`opens_on` text,
	`opens_at` text,
	`opened_at` text,
	`opened_by` text,
	`seen_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `enrollment_id`, `section_id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `enrollment_sections_opening` ON `enrollment_sections` (`opens_at`,`workspace_id`,`enrollment_id`) WHERE "enrollment_sections"."opened_at" is null and "enrollment_sections"."opens_at" is not null;--> statement-breakpoint
CREATE TABLE `enrollment_steps` (
	`workspace_id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`step_id` text NOT NULL,
	`is_team` integer NOT NULL,
	`assignee_id` text,
	`assignee_is_manual` integer NOT NULL,
	`due_on` text,
	`due_is_manual` integer NOT NULL,
	`overdue_at` text,
	`is_open` integer NOT NULL,
	`skipped_at` text,
	`skipped_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `enrollment_id`, `step_id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `enrollment_steps_assignee` ON `enrollment_steps` (`workspace_id`,`assignee_id`,`due_on`,`enrollment_id`,`step_id`) WHERE "enrollment_steps"."is_open" and "enrollment_steps"."is_team";--> statement-breakpoint
CREATE INDEX `enrollment_steps_team` ON `enrollment_steps` (`workspace_id`,`due_on`,`enrollment_id`,`step_id`) WHERE "enrollment_steps"."is_open" and "enrollment_steps"."is_team";--> statement-breakpoint
CREATE TABLE `inbox_items` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`step_id` text,
	`subject_id` text,
	`actor_name` text NOT NULL,
	`text` text NOT NULL,
	`read_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbox_items_newest` ON `inbox_items` (`workspace_id`,`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `inbox_items_unread` ON `inbox_items` (`workspace_id`,`user_id`,`created_at`,`id`) WHERE "inbox_items"."read_at" is null;--> statement-breakpoint
CREATE INDEX `inbox_items_enrollment` ON `inbox_items` (`workspace_id`,`enrollment_id`);--> statement-breakpoint
CREATE INDEX `inbox_items_old` ON `inbox_items` (`created_at`);--> statement-breakpoint
CREATE TABLE `internal_notes` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`step_id` text,
	`user_id` text,
	`author_name` text NOT NULL,
	`body` text NOT NULL,
	`mentions` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `internal_notes_enrollment` ON `internal_notes` (`workspace_id`,`enrollment_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `member_calendars` (
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`sealed_token` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `user_id`),
	FOREIGN KEY (`workspace_id`,`user_id`) REFERENCES `memberships`(`workspace_id`,`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_calendars_token_hash_unique` ON `member_calendars` (`token_hash`);--> statement-breakpoint
CREATE TABLE `working_calendars` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`working_days` text NOT NULL,
	`holidays` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `enrollments` ADD `has_plan` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `target_date` text;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `target_order` text DEFAULT '~' NOT NULL;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `health` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `health_reason` text;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `health_turns_at` text;--> statement-breakpoint
CREATE INDEX `enrollments_health` ON `enrollments` (`workspace_id`,`health`,`created_at`,`id`) WHERE "enrollments"."has_plan";--> statement-breakpoint
CREATE INDEX `enrollments_target` ON `enrollments` (`workspace_id`,`target_order`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_planned` ON `enrollments` (`workspace_id`,`id`) WHERE "enrollments"."has_plan" and "enrollments"."status" in ('invited', 'in_progress');--> statement-breakpoint
CREATE INDEX `enrollments_health_turns` ON `enrollments` (`health_turns_at`,`id`) WHERE "enrollments"."health_turns_at" is not null;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `target_after_days` integer;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `target_label` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `guides` ADD `has_plan` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `cleared_at` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `uses_plans` integer DEFAULT false NOT NULL;
CREATE TABLE `approvals` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`step_id` text NOT NULL,
	`decision` text NOT NULL,
	`participant_id` text,
	`person_name` text NOT NULL,
	`signed_name` text NOT NULL,
	`note` text NOT NULL,
	`document` text NOT NULL,
	`document_sha256` text NOT NULL,
	`sealed_address` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `approvals_newest` ON `approvals` (`workspace_id`,`enrollment_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `daily_mail_schedules` (
	`workspace_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`time_zone` text,
	`next_at` text NOT NULL,
	`told` text DEFAULT '{}' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `contact_id`),
	FOREIGN KEY (`workspace_id`,`contact_id`) REFERENCES `contacts`(`workspace_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `daily_mail_schedules_due` ON `daily_mail_schedules` (`next_at`,`workspace_id`,`contact_id`);--> statement-breakpoint
CREATE TABLE `daily_mails` (
	`workspace_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`day` text NOT NULL,
	`email_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `contact_id`, `day`),
	FOREIGN KEY (`workspace_id`,`contact_id`) REFERENCES `contacts`(`workspace_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `daily_mails_old` ON `daily_mails` (`created_at`);--> statement-breakpoint
CREATE TABLE `submissions` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`step_id` text NOT NULL,
	`round` integer NOT NULL,
	`revision` integer NOT NULL,
	`status` text NOT NULL,
	`answers` text,
	`files` text NOT NULL,
	`comment` text NOT NULL,
	`participant_id` text,
	`submitted_at` text NOT NULL,
	`is_waiting` integer NOT NULL,
	`reviewer_id` text,
	`decided_at` text,
	`decided_by` text,
	`decided_by_name` text,
	`note` text NOT NULL,
	`notes` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_round_unique` ON `submissions` (`workspace_id`,`enrollment_id`,`step_id`,`round`);--> statement-breakpoint
CREATE INDEX `submissions_newest` ON `submissions` (`workspace_id`,`enrollment_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_reviewer` ON `submissions` (`workspace_id`,`reviewer_id`,`submitted_at`,`enrollment_id`,`step_id`) WHERE "submissions"."is_waiting";--> statement-breakpoint
CREATE INDEX `submissions_waiting` ON `submissions` (`workspace_id`,`submitted_at`,`enrollment_id`,`step_id`) WHERE "submissions"."is_waiting";--> statement-breakpoint
DROP INDEX `enrollments_health`;--> statement-breakpoint
CREATE INDEX `enrollments_health` ON `enrollments` (`workspace_id`,`health`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `files` ADD `removed_at` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `mail_off` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `memberships` ADD `digest_at` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `digest_on` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `digest_until` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `digest_told` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `memberships_digest` ON `memberships` (`digest_at`,`workspace_id`,`user_id`) WHERE "memberships"."digest_at" is not null;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `sends_daily_mail` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `enrollment_steps_overdue` ON `enrollment_steps` (`workspace_id`,`overdue_at`,`enrollment_id`,`step_id`) WHERE "enrollment_steps"."is_open" and not "enrollment_steps"."is_team" and "enrollment_steps"."overdue_at" is not null;
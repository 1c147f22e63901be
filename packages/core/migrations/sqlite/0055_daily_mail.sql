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
ALTER TABLE `memberships` ADD `mail_off` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `memberships` ADD `digest_at` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `digest_on` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `digest_until` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `digest_told` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `memberships_digest` ON `memberships` (`digest_at`,`workspace_id`,`user_id`) WHERE "memberships"."digest_at" is not null;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `sends_daily_mail` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `enrollment_steps_overdue` ON `enrollment_steps` (`workspace_id`,`overdue_at`,`enrollment_id`,`step_id`) WHERE "enrollment_steps"."is_open" and not "enrollment_steps"."is_team" and "enrollment_steps"."overdue_at" is not null;
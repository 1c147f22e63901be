CREATE TABLE `emails` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`recipient` text NOT NULL,
	`recipient_name` text NOT NULL,
	`subject` text NOT NULL,
	`sealed_message` text,
	`enrollment_id` text,
	`contact_id` text,
	`cause` text,
	`attempts` integer NOT NULL,
	`error` text,
	`next_attempt_at` text,
	`send_before` text,
	`sent_at` text,
	`lease_until` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `emails_newest` ON `emails` (`workspace_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `emails_due` ON `emails` (`workspace_id`,`next_attempt_at`,`id`) WHERE "emails"."status" = 'waiting' and "emails"."lease_until" is null;--> statement-breakpoint
CREATE INDEX `emails_under_way` ON `emails` (`workspace_id`,`lease_until`) WHERE "emails"."lease_until" is not null;--> statement-breakpoint
CREATE INDEX `emails_enrollment` ON `emails` (`workspace_id`,`enrollment_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `emails_contact` ON `emails` (`workspace_id`,`contact_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `emails_created` ON `emails` (`created_at`);--> statement-breakpoint
CREATE INDEX `emails_updated` ON `emails` (`workspace_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `reminders` (
	`workspace_id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`cause` text NOT NULL,
	`contact_id` text NOT NULL,
	`basis` text NOT NULL,
	`reminded_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `enrollment_id`, `cause`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reminders_contact` ON `reminders` (`workspace_id`,`contact_id`,`reminded_at`);--> statement-breakpoint
ALTER TABLE `contacts` ADD `unsubscribed_at` text;--> statement-breakpoint
ALTER TABLE `guides` ADD `not_started_after_days` integer;--> statement-breakpoint
ALTER TABLE `guides` ADD `stalled_after_days` integer;--> statement-breakpoint
ALTER TABLE `guides` ADD `expiring_before_days` integer;--> statement-breakpoint
CREATE INDEX `guides_reminding` ON `guides` (`workspace_id`,`id`) WHERE "guides"."not_started_after_days" is not null or "guides"."stalled_after_days" is not null or "guides"."expiring_before_days" is not null;--> statement-breakpoint
CREATE INDEX `enrollments_guide_expiring` ON `enrollments` (`workspace_id`,`guide_id`,`expires_at`,`id`) WHERE "enrollments"."status" in ('invited', 'in_progress') and "enrollments"."expires_at" is not null;
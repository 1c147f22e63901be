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
ALTER TABLE `files` ADD `removed_at` text;
CREATE TABLE `guide_moves` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`guide_id` text NOT NULL,
	`version_id` text NOT NULL,
	`status` text NOT NULL,
	`after_time` text,
	`after_id` text,
	`seen` integer NOT NULL,
	`moved` integer NOT NULL,
	`completed` integer NOT NULL,
	`kept_steps` integer NOT NULL,
	`kept_answers` integer NOT NULL,
	`kept_files` integer NOT NULL,
	`lost` text NOT NULL,
	`attempts` integer NOT NULL,
	`error` text,
	`next_attempt_at` text,
	`lease_until` text,
	`leased_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`guide_id`) REFERENCES `guides`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `guide_moves_guide` ON `guide_moves` (`workspace_id`,`guide_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `guide_moves_due` ON `guide_moves` (`next_attempt_at`,`id`) WHERE "guide_moves"."next_attempt_at" is not null and "guide_moves"."lease_until" is null;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `number` integer;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `published_by` text;--> statement-breakpoint
CREATE INDEX `guide_versions_guide` ON `guide_versions` (`workspace_id`,`guide_id`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `import_rows` ADD `enrollment_id` text;--> statement-breakpoint
ALTER TABLE `imports` ADD `enroll_in` text;--> statement-breakpoint
ALTER TABLE `imports` ADD `send_invitations` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `enrolled` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `enrollments_version` ON `enrollments` (`workspace_id`,`guide_version_id`,`status`);
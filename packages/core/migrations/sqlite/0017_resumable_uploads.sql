CREATE TABLE `upload_pieces` (
	`workspace_id` text NOT NULL,
	`upload_id` text NOT NULL,
	`begins_at` integer NOT NULL,
	`bytes` integer NOT NULL,
	`stored_as` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `upload_id`, `begins_at`),
	FOREIGN KEY (`workspace_id`,`upload_id`) REFERENCES `uploads`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `upload_pieces_stored` ON `upload_pieces` (`stored_as`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`step_id` text NOT NULL,
	`name` text NOT NULL,
	`bytes` integer NOT NULL,
	`received` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `uploads_enrollment` ON `uploads` (`workspace_id`,`enrollment_id`,`step_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `uploads_updated` ON `uploads` (`updated_at`);
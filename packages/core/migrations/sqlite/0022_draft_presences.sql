CREATE TABLE `draft_presences` (
	`workspace_id` text NOT NULL,
	`guide_id` text NOT NULL,
	`user_id` text NOT NULL,
	`step_id` text,
	`seen_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `guide_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `draft_presences_seen` ON `draft_presences` (`seen_at`);
CREATE TABLE `draft_changes` (
	`workspace_id` text NOT NULL,
	`guide_id` text NOT NULL,
	`kind` text NOT NULL,
	`changed_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `guide_id`, `kind`)
);
--> statement-breakpoint
CREATE INDEX `draft_changes_newest` ON `draft_changes` (`workspace_id`,`changed_at`);--> statement-breakpoint
CREATE INDEX `draft_changes_old` ON `draft_changes` (`changed_at`);--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `replaced_at` text;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `replaced_by` text;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `copy_of` text;
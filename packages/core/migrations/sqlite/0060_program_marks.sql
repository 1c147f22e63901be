ALTER TABLE `guide_versions` ADD `published_with` text;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `written_with` text;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `unseen_at` text;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `unseen_by` text;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `unseen_with` text;--> statement-breakpoint
ALTER TABLE `guide_versions` ADD `unseen_base` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `written_with` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `decided_with` text;
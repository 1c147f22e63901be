ALTER TABLE `workspaces` ADD `sample_of` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `ended_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `workspaces_sample_of_unique` ON `workspaces` (`sample_of`);
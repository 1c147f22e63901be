ALTER TABLE `inbox_items` ADD `actor_with` text;--> statement-breakpoint
ALTER TABLE `internal_notes` ADD `written_with` text;
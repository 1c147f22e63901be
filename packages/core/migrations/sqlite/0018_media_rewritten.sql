ALTER TABLE `media` ADD `is_rewritten` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `media_rewritten` ON `media` (`is_rewritten`);
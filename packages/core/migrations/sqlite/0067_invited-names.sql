ALTER TABLE `participants` ADD `invited_first_name` text;--> statement-breakpoint
ALTER TABLE `participants` ADD `invited_last_name` text;
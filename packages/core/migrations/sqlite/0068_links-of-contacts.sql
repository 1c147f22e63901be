ALTER TABLE `enrollments` ADD `created_by` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `shows_links` integer DEFAULT true NOT NULL;
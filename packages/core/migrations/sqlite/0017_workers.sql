CREATE TABLE `workers` (
	`id` text PRIMARY KEY NOT NULL,
	`beat` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `emails` ADD `leased_by` text;--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `leased_by` text;
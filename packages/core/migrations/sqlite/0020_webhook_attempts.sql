CREATE TABLE `webhook_attempts` (
	`workspace_id` text NOT NULL,
	`delivery_id` text NOT NULL,
	`id` text NOT NULL,
	`number` integer NOT NULL,
	`started_at` text NOT NULL,
	`duration_ms` integer NOT NULL,
	`address` text,
	`request` text NOT NULL,
	`response_status` integer,
	`response_headers` text,
	`response_body` text,
	`error` text,
	PRIMARY KEY(`workspace_id`, `delivery_id`, `id`),
	FOREIGN KEY (`workspace_id`,`delivery_id`) REFERENCES `webhook_deliveries`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `max_concurrency` integer DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `max_per_second` integer;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `payload` text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `guide_ids` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `organisation_ids` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `header_names` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `sealed_headers` text;--> statement-breakpoint
ALTER TABLE `webhook_recoveries` ADD `looked_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_recoveries` ADD `reached` text;
CREATE TABLE `sequences` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `events` ADD `sequence` integer;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `payload_version` integer DEFAULT 1 NOT NULL;
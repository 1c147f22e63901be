ALTER TABLE `webhook_endpoints` ADD `deleted_at` text;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_deleted` ON `webhook_endpoints` (`deleted_at`) WHERE "webhook_endpoints"."deleted_at" is not null;--> statement-breakpoint
ALTER TABLE `webhook_recoveries` ADD `after_time` text;--> statement-breakpoint
CREATE INDEX `events_newest` ON `events` (`workspace_id`,`occurred_at`,`id`);
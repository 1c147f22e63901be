CREATE TABLE `workers` (
	`id` text PRIMARY KEY NOT NULL,
	`beat` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `webhook_endpoints_forward`;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `deleted_at` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `release_at` text;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_deleted` ON `webhook_endpoints` (`deleted_at`) WHERE "webhook_endpoints"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_release` ON `webhook_endpoints` (`release_at`) WHERE "webhook_endpoints"."release_at" is not null;--> statement-breakpoint
DROP INDEX `webhook_deliveries_due`;--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `waiting_for` text;--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `leased_by` text;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_later` ON `webhook_deliveries` (`next_attempt_at`) WHERE "webhook_deliveries"."waiting_for" = 'time';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_held` ON `webhook_deliveries` (`endpoint_id`,`waiting_for`,`next_attempt_at`,`id`) WHERE "webhook_deliveries"."waiting_for" is not null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`endpoint_id`,`next_attempt_at`,`id`) WHERE "webhook_deliveries"."status" = 'pending' and "webhook_deliveries"."lease_until" is null and "webhook_deliveries"."waiting_for" is null;--> statement-breakpoint
ALTER TABLE `emails` ADD `leased_by` text;--> statement-breakpoint
ALTER TABLE `events` ADD `fan_out_after` text;--> statement-breakpoint
CREATE INDEX `events_fan_out` ON `events` (`occurred_at`) WHERE "events"."fan_out_after" is not null;--> statement-breakpoint
CREATE INDEX `events_newest` ON `events` (`workspace_id`,`occurred_at`,`id`);--> statement-breakpoint
ALTER TABLE `webhook_recoveries` ADD `after_time` text;
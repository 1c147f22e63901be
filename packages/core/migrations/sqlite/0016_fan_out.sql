ALTER TABLE `events` ADD `fan_out_after` text;--> statement-breakpoint
CREATE INDEX `events_fan_out` ON `events` (`occurred_at`) WHERE "events"."fan_out_after" is not null;
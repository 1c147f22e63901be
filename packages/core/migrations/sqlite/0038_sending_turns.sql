DROP INDEX `events_fan_out`;--> statement-breakpoint
CREATE INDEX `events_unfinished` ON `events` (`workspace_id`,`id`) WHERE "events"."fan_out_after" is not null;--> statement-breakpoint
CREATE INDEX `emails_later_turns` ON `emails` (`workspace_id`,`next_attempt_at`) WHERE "emails"."waiting_for" = 'time';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_later_turns` ON `webhook_deliveries` (`workspace_id`,`endpoint_id`,`next_attempt_at`) WHERE "webhook_deliveries"."waiting_for" = 'time';
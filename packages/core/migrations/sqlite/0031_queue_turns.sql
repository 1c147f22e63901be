CREATE TABLE `webhook_paces` (
	`workspace_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`begun` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `endpoint_id`),
	FOREIGN KEY (`workspace_id`,`endpoint_id`) REFERENCES `webhook_endpoints`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP INDEX `emails_due`;--> statement-breakpoint
ALTER TABLE `emails` ADD `waiting_for` text;--> statement-breakpoint
ALTER TABLE `emails` ADD `losses` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `emails_ready` ON `emails` (`workspace_id`,`next_attempt_at`,`id`) WHERE "emails"."status" = 'waiting' and "emails"."lease_until" is null and "emails"."waiting_for" is null;--> statement-breakpoint
CREATE INDEX `emails_later` ON `emails` (`next_attempt_at`) WHERE "emails"."waiting_for" = 'time';--> statement-breakpoint
CREATE INDEX `emails_alone` ON `emails` (`next_attempt_at`) WHERE "emails"."waiting_for" = 'alone';--> statement-breakpoint
CREATE INDEX `emails_given_up` ON `emails` (`created_at`) WHERE "emails"."status" = 'failed';--> statement-breakpoint
DROP INDEX `events_fan_out`;--> statement-breakpoint
CREATE INDEX `events_fan_out` ON `events` (`workspace_id`,`occurred_at`,`id`) WHERE "events"."fan_out_after" is not null;--> statement-breakpoint
DROP INDEX `webhook_recoveries_running`;--> statement-breakpoint
CREATE INDEX `webhook_recoveries_running` ON `webhook_recoveries` (`workspace_id`,`endpoint_id`,`created_at`) WHERE "webhook_recoveries"."status" = 'running';--> statement-breakpoint
ALTER TABLE `webhook_deliveries` ADD `losses` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_alone` ON `webhook_deliveries` (`next_attempt_at`) WHERE "webhook_deliveries"."waiting_for" = 'alone';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_missed` ON `webhook_deliveries` (`workspace_id`,`endpoint_id`,`status`,`created_at`,`id`) WHERE "webhook_deliveries"."status" in ('failed', 'skipped');--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `answer_ms` integer;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_release_turns` ON `webhook_endpoints` (`workspace_id`,`release_at`,`id`) WHERE "webhook_endpoints"."release_at" is not null;
CREATE INDEX `enrollments_started` ON `enrollments` (`workspace_id`,`started_at`) WHERE "enrollments"."started_at" is not null;--> statement-breakpoint
CREATE INDEX `enrollments_completed` ON `enrollments` (`workspace_id`,`completed_at`) WHERE "enrollments"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX `enrollments_link_requested` ON `enrollments` (`workspace_id`,`link_requested_at`) WHERE "enrollments"."link_requested_at" is not null;--> statement-breakpoint
CREATE INDEX `messages_unread` ON `messages` (`workspace_id`,`created_at`) WHERE "messages"."read_at" is null;
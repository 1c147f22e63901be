DROP INDEX `emails_failed`;--> statement-breakpoint
DROP INDEX `emails_updated`;--> statement-breakpoint
CREATE INDEX `emails_held_back` ON `emails` (`workspace_id`,`status`,`created_at`,`id`) WHERE "emails"."status" not in ('waiting', 'sent');--> statement-breakpoint
CREATE INDEX `emails_updated` ON `emails` (`workspace_id`,`updated_at`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `contacts_updated`;--> statement-breakpoint
CREATE INDEX `contacts_updated` ON `contacts` (`workspace_id`,`updated_at`,`created_at`,`id`) WHERE "contacts"."deleted_at" is null;--> statement-breakpoint
DROP INDEX `enrollments_updated`;--> statement-breakpoint
DROP INDEX `enrollments_stalled`;--> statement-breakpoint
CREATE INDEX `enrollments_guide_status` ON `enrollments` (`workspace_id`,`guide_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_updated` ON `enrollments` (`workspace_id`,`updated_at`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_stalled` ON `enrollments` (`workspace_id`,`last_activity_at`,`created_at`,`id`) WHERE "enrollments"."status" = 'in_progress';--> statement-breakpoint
DROP INDEX `organisations_updated`;--> statement-breakpoint
CREATE INDEX `organisations_updated` ON `organisations` (`workspace_id`,`updated_at`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_actor` ON `audit_entries` (`workspace_id`,`actor_id`,`created_at`,`id`);
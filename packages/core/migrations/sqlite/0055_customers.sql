DROP INDEX `enrollments_health`;--> statement-breakpoint
CREATE INDEX `enrollments_health` ON `enrollments` (`workspace_id`,`health`,`created_at`,`id`);
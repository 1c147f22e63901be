ALTER TABLE `enrollments` ADD `last_activity_at` text;--> statement-breakpoint
CREATE INDEX `enrollments_stalled` ON `enrollments` (`workspace_id`,`last_activity_at`) WHERE "enrollments"."status" = 'in_progress';--> statement-breakpoint
update enrollments set last_activity_at = coalesce((select max(completed_at) from step_completions s
  where s.workspace_id = enrollments.workspace_id and s.enrollment_id = enrollments.id), started_at);

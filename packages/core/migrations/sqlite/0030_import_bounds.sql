ALTER TABLE `guide_moves` ADD `problem` text;--> statement-breakpoint
ALTER TABLE `guide_moves` ADD `deaths` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `guide_moves_turns` ON `guide_moves` (`workspace_id`,`next_attempt_at`,`id`) WHERE "guide_moves"."next_attempt_at" is not null and "guide_moves"."lease_until" is null;--> statement-breakpoint
CREATE INDEX `guide_moves_leased` ON `guide_moves` (`workspace_id`) WHERE "guide_moves"."lease_until" is not null;--> statement-breakpoint
ALTER TABLE `imports` ADD `problem_code` text;--> statement-breakpoint
ALTER TABLE `imports` ADD `problem_row` integer;--> statement-breakpoint
ALTER TABLE `imports` ADD `problem_column` integer;--> statement-breakpoint
ALTER TABLE `imports` ADD `bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `longest_row` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `deaths` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `imports_turns` ON `imports` (`workspace_id`,`next_attempt_at`,`id`) WHERE "imports"."next_attempt_at" is not null and "imports"."lease_until" is null;--> statement-breakpoint
CREATE INDEX `imports_leased` ON `imports` (`workspace_id`) WHERE "imports"."lease_until" is not null;
ALTER TABLE `enrollments` RENAME COLUMN `access_token` TO `token_hash`;--> statement-breakpoint
DROP INDEX `enrollments_access_token_unique`;--> statement-breakpoint
CREATE UNIQUE INDEX `enrollments_token_hash_unique` ON `enrollments` (`token_hash`);--> statement-breakpoint
ALTER TABLE `enrollments` ADD `sealed_token` text;--> statement-breakpoint
CREATE INDEX `enrollments_unsealed` ON `enrollments` (`workspace_id`,`id`) WHERE "enrollments"."sealed_token" is null;
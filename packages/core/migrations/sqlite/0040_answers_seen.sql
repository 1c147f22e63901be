ALTER TABLE `memberships` ADD `gets_unassigned_mail` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `seen_at` text;--> statement-breakpoint
-- Answers of earlier releases count as seen.
UPDATE `messages` SET `seen_at` = `created_at` WHERE `kind` = 'answer';

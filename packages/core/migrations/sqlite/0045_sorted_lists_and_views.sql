CREATE TABLE `views` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`owner_id` text,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`filters` text NOT NULL,
	`sort` text,
	`order` text,
	`is_shared` integer NOT NULL,
	`position` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`owner_id`) REFERENCES `memberships`(`workspace_id`,`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `contacts` ADD `sort_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `enrollments` ADD `contact_sort_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `organisations` ADD `sort_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- The first sixty characters of the folded names, as the program computes them.
UPDATE organisations SET sort_name = substr(name_folded, 1, 60);--> statement-breakpoint
UPDATE contacts SET sort_name = substr(search_text, 1, min(60, instr(search_text, char(10)) - 1));--> statement-breakpoint
UPDATE enrollments SET contact_sort_name = coalesce((SELECT c.sort_name FROM contacts c WHERE c.workspace_id = enrollments.workspace_id AND c.id = enrollments.contact_id), '');--> statement-breakpoint
CREATE INDEX `views_owner` ON `views` (`workspace_id`,`owner_id`);--> statement-breakpoint
CREATE INDEX `views_newest` ON `views` (`workspace_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `views_updated` ON `views` (`workspace_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `contacts_sort_name` ON `contacts` (`workspace_id`,`sort_name`,`id`) WHERE "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `enrollments_contact_sort_name` ON `enrollments` (`workspace_id`,`contact_sort_name`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_progress` ON `enrollments` (`workspace_id`,`progress_percentage`,`id`);--> statement-breakpoint
CREATE INDEX `organisations_sort_name` ON `organisations` (`workspace_id`,`sort_name`,`id`,`name_folded`);--> statement-breakpoint
CREATE INDEX `organisations_contacts_count` ON `organisations` (`workspace_id`,`contacts_count`,`id`,`name_folded`);
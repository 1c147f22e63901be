CREATE TABLE `canaries` (
	`name` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tombstones` (
	`workspace_id` text NOT NULL,
	`resource` text NOT NULL,
	`id` text NOT NULL,
	`deleted_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `resource`, `id`)
);
--> statement-breakpoint
CREATE INDEX `tombstones_newest` ON `tombstones` (`workspace_id`,`resource`,`deleted_at`,`id`);
--> statement-breakpoint
INSERT INTO `tombstones` SELECT `workspace_id`, 'contacts', `id`, `deleted_at` FROM `contacts` WHERE `deleted_at` IS NOT NULL;

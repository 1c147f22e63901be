CREATE TABLE `event_feeds` (
	`name` text PRIMARY KEY NOT NULL,
	`position` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_written` ON `events` (`id`);
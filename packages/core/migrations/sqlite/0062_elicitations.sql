CREATE TABLE `elicitations` (
	`answer_key` text PRIMARY KEY NOT NULL,
	`call_key` text NOT NULL,
	`ending` text,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `elicitations_call` ON `elicitations` (`call_key`);--> statement-breakpoint
CREATE INDEX `elicitations_expiring` ON `elicitations` (`expires_at`);
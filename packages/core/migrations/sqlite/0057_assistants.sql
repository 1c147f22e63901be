CREATE TABLE `confirmations` (
	`workspace_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`credential_id` text NOT NULL,
	`digest` text NOT NULL,
	`expires_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `token_hash`)
);
--> statement-breakpoint
CREATE INDEX `confirmations_credential` ON `confirmations` (`workspace_id`,`credential_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `confirmations_expiring` ON `confirmations` (`expires_at`);
CREATE TABLE `oauth_application_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`credential` text NOT NULL,
	`scopes` text NOT NULL,
	`resource` text NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_application_tokens_client` ON `oauth_application_tokens` (`client_id`);--> statement-breakpoint
CREATE INDEX `oauth_application_tokens_expiring` ON `oauth_application_tokens` (`expires_at`);--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `jwks_uri` text;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `client_credentials_role` text;--> statement-breakpoint
ALTER TABLE `oauth_clients` ADD `last_acted_at` text;
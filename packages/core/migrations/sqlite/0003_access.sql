ALTER TABLE `api_keys` ADD `expires_at` text;--> statement-breakpoint
ALTER TABLE `oauth_access_tokens` ADD `used_at` text;
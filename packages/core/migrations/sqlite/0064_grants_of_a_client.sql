DROP INDEX `oauth_grants_client`;--> statement-breakpoint
CREATE INDEX `oauth_grants_client_user` ON `oauth_grants` (`client_id`,`workspace_id`,`user_id`,`revoked_at`);
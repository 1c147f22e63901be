CREATE TABLE `api_keys` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`token_hash` text NOT NULL,
	`hint` text NOT NULL,
	`last_used_at` text,
	`revoked_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_token_hash_unique` ON `api_keys` (`token_hash`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text,
	`actor_id` text NOT NULL,
	`actor` text NOT NULL,
	`door` text NOT NULL,
	`action` text NOT NULL,
	`subject_id` text,
	`details` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entries_newest` ON `audit_entries` (`workspace_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `contacts` (
	`seq` integer PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`email` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`external_id` text,
	`organisation_id` text,
	`metadata` text NOT NULL,
	`search_text` text NOT NULL,
	`deleted_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`workspace_id`,`organisation_id`) REFERENCES `organisations`(`workspace_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_email_unique` ON `contacts` (`workspace_id`,`email`) WHERE "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_external_id_unique` ON `contacts` (`workspace_id`,`external_id`) WHERE "contacts"."deleted_at" is null and "contacts"."external_id" is not null;--> statement-breakpoint
CREATE INDEX `contacts_newest` ON `contacts` (`workspace_id`,`created_at`,`id`) WHERE "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `contacts_organisation` ON `contacts` (`workspace_id`,`organisation_id`,`created_at`,`id`,`deleted_at`) WHERE "contacts"."organisation_id" is not null;--> statement-breakpoint
CREATE INDEX `contacts_updated` ON `contacts` (`workspace_id`,`updated_at`) WHERE "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_id_unique` ON `contacts` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `counters` (
	`workspace_id` text NOT NULL,
	`resource` text NOT NULL,
	`guide_id` text NOT NULL,
	`status` text NOT NULL,
	`shard` integer NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `resource`, `guide_id`, `status`, `shard`)
);
--> statement-breakpoint
CREATE TABLE `enrollments` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`contact_id` text NOT NULL,
	`guide_id` text NOT NULL,
	`guide_version_id` text NOT NULL,
	`organisation_id` text,
	`status` text NOT NULL,
	`progress_percentage` real NOT NULL,
	`access_token` text NOT NULL,
	`started_at` text,
	`completed_at` text,
	`expires_at` text,
	`ces_score` integer,
	`ces_comment` text,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`contact_id`) REFERENCES `contacts`(`workspace_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`workspace_id`,`guide_version_id`) REFERENCES `guide_versions`(`workspace_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `enrollments_access_token_unique` ON `enrollments` (`access_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `enrollments_guide_id_unique` ON `enrollments` (`workspace_id`,`contact_id`,`guide_id`) WHERE "enrollments"."status" in ('invited', 'in_progress');--> statement-breakpoint
CREATE INDEX `enrollments_newest` ON `enrollments` (`workspace_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_contact` ON `enrollments` (`workspace_id`,`contact_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_guide` ON `enrollments` (`workspace_id`,`guide_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_organisation` ON `enrollments` (`workspace_id`,`organisation_id`,`created_at`,`id`) WHERE "enrollments"."organisation_id" is not null;--> statement-breakpoint
CREATE INDEX `enrollments_status` ON `enrollments` (`workspace_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `enrollments_updated` ON `enrollments` (`workspace_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `enrollments_expiring` ON `enrollments` (`expires_at`) WHERE "enrollments"."status" in ('invited', 'in_progress');--> statement-breakpoint
CREATE TABLE `events` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`occurred_at` text NOT NULL,
	`data` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `events_occurred` ON `events` (`occurred_at`);--> statement-breakpoint
CREATE TABLE `files` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`step_id` text NOT NULL,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`content` blob NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `files_enrollment` ON `files` (`workspace_id`,`enrollment_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `form_submissions` (
	`workspace_id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`step_id` text NOT NULL,
	`answers` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `enrollment_id`, `step_id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `guide_versions` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`guide_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`sections` text NOT NULL,
	`published_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`guide_id`) REFERENCES `guides`(`workspace_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `guides` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`status` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`sections_count` integer NOT NULL,
	`steps_count` integer NOT NULL,
	`published_version_id` text,
	`draft_version_id` text,
	`expires_after_days` integer,
	`published_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `guides_newest` ON `guides` (`workspace_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`workspace_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`sealed_answer` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `credential_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`message` text NOT NULL,
	`token_hash` text NOT NULL,
	`invited_by` text NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_email_unique` ON `invitations` (`workspace_id`,`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_hash_unique` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `memberships` (
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `user_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `memberships_user` ON `memberships` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `memberships_workspace_id_unique` ON `memberships` (`workspace_id`) WHERE "memberships"."role" = 'owner';--> statement-breakpoint
CREATE TABLE `oauth_access_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`grant_id` text NOT NULL,
	`scopes` text NOT NULL,
	`resource` text NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`workspace_id`,`grant_id`) REFERENCES `oauth_grants`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_grant` ON `oauth_access_tokens` (`workspace_id`,`grant_id`);--> statement-breakpoint
CREATE INDEX `oauth_access_tokens_expiring` ON `oauth_access_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_assertions` (
	`assertion_hash` text PRIMARY KEY NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oauth_assertions_expiring` ON `oauth_assertions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_client_secrets` (
	`client_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`client_id`, `secret_hash`),
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `oauth_clients` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`redirect_uris` text NOT NULL,
	`scopes` text NOT NULL,
	`auth_method` text NOT NULL,
	`jwks` text,
	`source` text,
	`fresh_until` text,
	`used_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_clients_newest` ON `oauth_clients` (`workspace_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `oauth_clients_idle` ON `oauth_clients` (`used_at`) WHERE "oauth_clients"."workspace_id" is null;--> statement-breakpoint
CREATE INDEX `oauth_clients_unused` ON `oauth_clients` (`created_at`) WHERE "oauth_clients"."used_at" is null and "oauth_clients"."workspace_id" is null;--> statement-breakpoint
CREATE TABLE `oauth_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text NOT NULL,
	`grant_id` text NOT NULL,
	`scopes` text NOT NULL,
	`resource` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`code_challenge` text,
	`expires_at` text NOT NULL,
	`consumed_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`workspace_id`,`user_id`) REFERENCES `memberships`(`workspace_id`,`user_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_codes_expiring` ON `oauth_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_consents` (
	`ticket_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text NOT NULL,
	`request` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_consents_expiring` ON `oauth_consents` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_grants` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text NOT NULL,
	`scopes` text NOT NULL,
	`resource` text NOT NULL,
	`last_used_at` text,
	`revoked_at` text,
	`revoked_reason` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`user_id`) REFERENCES `memberships`(`workspace_id`,`user_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_id`) REFERENCES `oauth_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_grants_newest` ON `oauth_grants` (`workspace_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `oauth_grants_user` ON `oauth_grants` (`workspace_id`,`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `oauth_grants_client` ON `oauth_grants` (`client_id`);--> statement-breakpoint
CREATE TABLE `oauth_refresh_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`grant_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`consumed_at` text,
	`sealed_answer` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`workspace_id`,`grant_id`) REFERENCES `oauth_grants`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_refresh_tokens_grant` ON `oauth_refresh_tokens` (`workspace_id`,`grant_id`);--> statement-breakpoint
CREATE INDEX `oauth_refresh_tokens_expiring` ON `oauth_refresh_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `organisations` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`domain` text,
	`metadata` text NOT NULL,
	`contacts_count` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `organisations_newest` ON `organisations` (`workspace_id`,`created_at`,`id`,`name_folded`);--> statement-breakpoint
CREATE INDEX `organisations_domain` ON `organisations` (`workspace_id`,`domain`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `organisations_updated` ON `organisations` (`workspace_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `rate_windows` (
	`credential_id` text NOT NULL,
	`seconds` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`credential_id`, `seconds`, `starts_at`)
);
--> statement-breakpoint
CREATE INDEX `rate_windows_start` ON `rate_windows` (`starts_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`device` text NOT NULL,
	`last_used_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiring` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `step_completions` (
	`workspace_id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`step_id` text NOT NULL,
	`completed_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `enrollment_id`, `step_id`),
	FOREIGN KEY (`workspace_id`,`enrollment_id`) REFERENCES `enrollments`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `tickets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tickets_user` ON `tickets` (`user_id`);--> statement-breakpoint
CREATE INDEX `tickets_expiring` ON `tickets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`password_hash` text,
	`sealed_totp_secret` text,
	`second_factor_since` text,
	`totp_step` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`event_id` text NOT NULL,
	`event` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer NOT NULL,
	`response_status` integer,
	`response_body` text,
	`error` text,
	`duration_ms` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`next_attempt_at` text,
	`delivered_at` text,
	`lease_until` text,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`endpoint_id`) REFERENCES `webhook_endpoints`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_newest` ON `webhook_deliveries` (`workspace_id`,`endpoint_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`endpoint_id`,`next_attempt_at`,`id`) WHERE "webhook_deliveries"."status" = 'pending' and "webhook_deliveries"."lease_until" is null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_under_way` ON `webhook_deliveries` (`endpoint_id`,`lease_until`) WHERE "webhook_deliveries"."lease_until" is not null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_of_event` ON `webhook_deliveries` (`workspace_id`,`event_id`,`endpoint_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`description` text NOT NULL,
	`status` text NOT NULL,
	`disabled_reason` text,
	`sealed_secret` text NOT NULL,
	`former_sealed_secret` text,
	`former_secret_until` text,
	`failing_since` text,
	`consecutive_failures` integer DEFAULT 0 NOT NULL,
	`open_until` text,
	`probe_seconds` integer DEFAULT 0 NOT NULL,
	`concurrency` integer DEFAULT 8 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_endpoints_id_unique` ON `webhook_endpoints` (`id`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_newest` ON `webhook_endpoints` (`workspace_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `webhook_recoveries` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`since` text NOT NULL,
	`until` text NOT NULL,
	`after_event_id` text NOT NULL,
	`status` text NOT NULL,
	`recovered` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`,`endpoint_id`) REFERENCES `webhook_endpoints`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_recoveries_running` ON `webhook_recoveries` (`created_at`) WHERE "webhook_recoveries"."status" = 'running';--> statement-breakpoint
CREATE TABLE `workspaces` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`plan` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);

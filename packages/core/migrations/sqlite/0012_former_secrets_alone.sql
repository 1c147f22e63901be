ALTER TABLE `webhook_endpoints` DROP COLUMN `former_sealed_secret`;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` DROP COLUMN `former_secret_until`;
-- What is due among it is let through in small steps once the service runs.
UPDATE "webhook_deliveries" SET "waiting_for" = 'time' WHERE "status" = 'pending' AND "lease_until" IS NULL;
--> statement-breakpoint
UPDATE "webhook_endpoints" SET "release_at" = coalesce("open_until", "forward_before") WHERE "status" = 'enabled';

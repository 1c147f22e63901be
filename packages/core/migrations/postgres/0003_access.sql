ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "oauth_access_tokens" ADD COLUMN "used_at" timestamp(3) with time zone;
ALTER TABLE "enrollments" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "shows_links" boolean DEFAULT true NOT NULL;
ALTER TABLE "webhook_endpoints" ADD COLUMN "former_secrets" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "forward_before" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_forward" ON "webhook_endpoints" USING btree ("forward_before") WHERE "webhook_endpoints"."forward_before" is not null;
ALTER TABLE "webhook_endpoints" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_recoveries" ADD COLUMN "after_time" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "events_newest" ON "events" USING btree ("workspace_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_deleted" ON "webhook_endpoints" USING btree ("deleted_at") WHERE "webhook_endpoints"."deleted_at" is not null;
CREATE TABLE "webhook_paces" (
	"workspace_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"begun" json NOT NULL,
	CONSTRAINT "webhook_paces_workspace_id_endpoint_id_pk" PRIMARY KEY("workspace_id","endpoint_id")
);
--> statement-breakpoint
DROP INDEX "emails_due";--> statement-breakpoint
DROP INDEX "events_fan_out";--> statement-breakpoint
DROP INDEX "webhook_recoveries_running";--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "waiting_for" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "losses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "losses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "answer_ms" integer;--> statement-breakpoint
ALTER TABLE "webhook_paces" ADD CONSTRAINT "webhook_paces_workspace_id_endpoint_id_webhook_endpoints_workspace_id_id_fk" FOREIGN KEY ("workspace_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_ready" ON "emails" USING btree ("workspace_id","next_attempt_at","id") WHERE "emails"."status" = 'waiting' and "emails"."lease_until" is null and "emails"."waiting_for" is null;--> statement-breakpoint
CREATE INDEX "emails_later" ON "emails" USING btree ("next_attempt_at") WHERE "emails"."waiting_for" = 'time';--> statement-breakpoint
CREATE INDEX "emails_alone" ON "emails" USING btree ("next_attempt_at") WHERE "emails"."waiting_for" = 'alone';--> statement-breakpoint
CREATE INDEX "emails_given_up" ON "emails" USING btree ("created_at") WHERE "emails"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_alone" ON "webhook_deliveries" USING btree ("next_attempt_at") WHERE "webhook_deliveries"."waiting_for" = 'alone';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_missed" ON "webhook_deliveries" USING btree ("workspace_id","endpoint_id","status","created_at","id") WHERE "webhook_deliveries"."status" in ('failed', 'skipped');--> statement-breakpoint
CREATE INDEX "webhook_endpoints_release_turns" ON "webhook_endpoints" USING btree ("workspace_id","release_at","id") WHERE "webhook_endpoints"."release_at" is not null;--> statement-breakpoint
CREATE INDEX "events_fan_out" ON "events" USING btree ("workspace_id","occurred_at","id") WHERE "events"."fan_out_after" is not null;--> statement-breakpoint
CREATE INDEX "webhook_recoveries_running" ON "webhook_recoveries" USING btree ("workspace_id","endpoint_id","created_at") WHERE "webhook_recoveries"."status" = 'running';
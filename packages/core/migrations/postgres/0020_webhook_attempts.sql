CREATE TABLE "webhook_attempts" (
	"workspace_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"address" text,
	"request" json NOT NULL,
	"response_status" integer,
	"response_headers" json,
	"response_body" text,
	"error" text,
	CONSTRAINT "webhook_attempts_workspace_id_delivery_id_id_pk" PRIMARY KEY("workspace_id","delivery_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "max_concurrency" integer DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "max_per_second" integer;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "payload" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "guide_ids" json;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "organisation_ids" json;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "header_names" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "sealed_headers" text;--> statement-breakpoint
ALTER TABLE "webhook_recoveries" ADD COLUMN "looked_at" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_recoveries" ADD COLUMN "reached" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_workspace_id_delivery_id_webhook_deliveries_workspace_id_id_fk" FOREIGN KEY ("workspace_id","delivery_id") REFERENCES "public"."webhook_deliveries"("workspace_id","id") ON DELETE cascade ON UPDATE no action;
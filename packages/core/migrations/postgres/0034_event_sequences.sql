CREATE TABLE "sequences" (
	"name" text PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "sequence" bigint;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "payload_version" integer DEFAULT 1 NOT NULL;
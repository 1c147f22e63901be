CREATE TABLE "file_readings" (
	"workspace_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"id" uuid NOT NULL,
	"process" text,
	"is_refused" boolean NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "file_readings_workspace_id_content_hash_id_pk" PRIMARY KEY("workspace_id","content_hash","id")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "content_hash" text;--> statement-breakpoint
CREATE INDEX "file_readings_created" ON "file_readings" USING btree ("created_at");
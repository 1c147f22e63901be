CREATE TABLE "upload_pieces" (
	"workspace_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"begins_at" integer NOT NULL,
	"bytes" integer NOT NULL,
	"stored_as" text NOT NULL,
	CONSTRAINT "upload_pieces_workspace_id_upload_id_begins_at_pk" PRIMARY KEY("workspace_id","upload_id","begins_at")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"received" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "uploads_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "upload_pieces" ADD CONSTRAINT "upload_pieces_workspace_id_upload_id_uploads_workspace_id_id_fk" FOREIGN KEY ("workspace_id","upload_id") REFERENCES "public"."uploads"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_pieces_stored" ON "upload_pieces" USING btree ("stored_as");--> statement-breakpoint
CREATE INDEX "uploads_enrollment" ON "uploads" USING btree ("workspace_id","enrollment_id","step_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_updated" ON "uploads" USING btree ("updated_at");
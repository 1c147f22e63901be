CREATE TABLE "media" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"stored_as" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "media_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"step_id" uuid,
	"kind" text NOT NULL,
	"reason" text,
	"user_id" uuid,
	"author_name" text NOT NULL,
	"body" text NOT NULL,
	"read_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "messages_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "unmoved_contents" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "unmoved_contents_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "link_requested_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "stored_as" text;--> statement-breakpoint
ALTER TABLE "guides" ADD COLUMN "default_assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmoved_contents" ADD CONSTRAINT "unmoved_contents_workspace_id_id_files_workspace_id_id_fk" FOREIGN KEY ("workspace_id","id") REFERENCES "public"."files"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "media_sha256_unique" ON "media" USING btree ("workspace_id","sha256");--> statement-breakpoint
CREATE INDEX "media_newest" ON "media" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "media_content" ON "media" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "media_stored" ON "media" USING btree ("stored_as");--> statement-breakpoint
CREATE INDEX "messages_enrollment" ON "messages" USING btree ("workspace_id","enrollment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "enrollments_assignee" ON "enrollments" USING btree ("workspace_id","assignee_id","created_at","id") WHERE "enrollments"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "files_stored" ON "files" USING btree ("stored_as");
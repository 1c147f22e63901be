CREATE TABLE "guide_moves" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"guide_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"status" text NOT NULL,
	"after_time" timestamp(3) with time zone,
	"after_id" uuid,
	"seen" integer NOT NULL,
	"moved" integer NOT NULL,
	"completed" integer NOT NULL,
	"kept_steps" integer NOT NULL,
	"kept_answers" integer NOT NULL,
	"kept_files" integer NOT NULL,
	"lost" json NOT NULL,
	"attempts" integer NOT NULL,
	"error" text,
	"next_attempt_at" timestamp(3) with time zone,
	"lease_until" timestamp(3) with time zone,
	"leased_by" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "guide_moves_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "published_by" text;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "enrollment_id" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "enroll_in" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "send_invitations" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "enrolled" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "guide_moves" ADD CONSTRAINT "guide_moves_workspace_id_guide_id_guides_workspace_id_id_fk" FOREIGN KEY ("workspace_id","guide_id") REFERENCES "public"."guides"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guide_moves_guide" ON "guide_moves" USING btree ("workspace_id","guide_id","created_at","id");--> statement-breakpoint
CREATE INDEX "guide_moves_due" ON "guide_moves" USING btree ("next_attempt_at","id") WHERE "guide_moves"."next_attempt_at" is not null and "guide_moves"."lease_until" is null;--> statement-breakpoint
CREATE INDEX "enrollments_version" ON "enrollments" USING btree ("workspace_id","guide_version_id","status");--> statement-breakpoint
CREATE INDEX "guide_versions_guide" ON "guide_versions" USING btree ("workspace_id","guide_id","created_at","id");
CREATE TABLE "participant_drafts" (
	"workspace_id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"content" json NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "participant_drafts_workspace_id_enrollment_id_participant_id_step_id_pk" PRIMARY KEY("workspace_id","enrollment_id","participant_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"role_id" uuid,
	"role_passed_by" text,
	"role_passed_at" timestamp(3) with time zone,
	"token_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"invited_by" text NOT NULL,
	"started_at" timestamp(3) with time zone,
	"last_activity_at" timestamp(3) with time zone,
	"removed_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "participants_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "passed_steps" (
	"workspace_id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"participant_id" uuid,
	"passed_by" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "passed_steps_workspace_id_enrollment_id_step_id_pk" PRIMARY KEY("workspace_id","enrollment_id","step_id")
);
--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "participants_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "participant_id" uuid;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD COLUMN "participant_id" uuid;--> statement-breakpoint
ALTER TABLE "guide_moves" ADD COLUMN "lost_roles" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "roles" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "participants_may_invite" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "participant_id" uuid;--> statement-breakpoint
ALTER TABLE "participant_drafts" ADD CONSTRAINT "participant_drafts_workspace_id_participant_id_participants_workspace_id_id_fk" FOREIGN KEY ("workspace_id","participant_id") REFERENCES "public"."participants"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passed_steps" ADD CONSTRAINT "passed_steps_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "participants_token_hash_unique" ON "participants" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "participants_contact_id_unique" ON "participants" USING btree ("workspace_id","enrollment_id","contact_id") WHERE "participants"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "participants_enrollment" ON "participants" USING btree ("workspace_id","enrollment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "participants_contact" ON "participants" USING btree ("workspace_id","contact_id","created_at","id");
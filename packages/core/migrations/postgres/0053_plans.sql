CREATE TABLE "contact_calendars" (
	"workspace_id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"person" text NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "contact_calendars_workspace_id_enrollment_id_person_pk" PRIMARY KEY("workspace_id","enrollment_id","person")
);
--> statement-breakpoint
CREATE TABLE "date_requests" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"seen_at" timestamp(3) with time zone,
	"after_id" uuid
);
--> statement-breakpoint
CREATE TABLE "enrollment_sections" (
	"workspace_id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"opens_on" text collate "C",
	"opens_at" timestamp(3) with time zone,
	"opened_at" timestamp(3) with time zone,
	"opened_by" text,
	"seen_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "enrollment_sections_workspace_id_enrollment_id_section_id_pk" PRIMARY KEY("workspace_id","enrollment_id","section_id")
);
--> statement-breakpoint
CREATE TABLE "enrollment_steps" (
	"workspace_id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"is_team" boolean NOT NULL,
	"assignee_id" uuid,
	"assignee_is_manual" boolean NOT NULL,
	"due_on" text collate "C",
	"due_is_manual" boolean NOT NULL,
	"overdue_at" timestamp(3) with time zone,
	"is_open" boolean NOT NULL,
	"skipped_at" timestamp(3) with time zone,
	"skipped_by" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "enrollment_steps_workspace_id_enrollment_id_step_id_pk" PRIMARY KEY("workspace_id","enrollment_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "inbox_items" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"step_id" uuid,
	"subject_id" uuid,
	"actor_name" text NOT NULL,
	"text" text NOT NULL,
	"read_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "inbox_items_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "internal_notes" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"step_id" uuid,
	"user_id" uuid,
	"author_name" text NOT NULL,
	"body" text NOT NULL,
	"mentions" json NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "internal_notes_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "member_calendars" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "member_calendars_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "working_calendars" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"working_days" json NOT NULL,
	"holidays" json NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "has_plan" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "target_date" text collate "C";--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "target_order" text collate "C" DEFAULT '~' NOT NULL;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "health" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "health_reason" json;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "health_turns_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "target_after_days" integer;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "target_label" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "guides" ADD COLUMN "has_plan" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "cleared_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "uses_plans" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_calendars" ADD CONSTRAINT "contact_calendars_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollment_sections" ADD CONSTRAINT "enrollment_sections_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollment_steps" ADD CONSTRAINT "enrollment_steps_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "internal_notes" ADD CONSTRAINT "internal_notes_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_calendars" ADD CONSTRAINT "member_calendars_workspace_id_user_id_memberships_workspace_id_user_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."memberships"("workspace_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_calendars_token_hash_unique" ON "contact_calendars" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "enrollment_sections_opening" ON "enrollment_sections" USING btree ("opens_at","workspace_id","enrollment_id") WHERE "enrollment_sections"."opened_at" is null and "enrollment_sections"."opens_at" is not null;--> statement-breakpoint
CREATE INDEX "enrollment_steps_assignee" ON "enrollment_steps" USING btree ("workspace_id","assignee_id","due_on","enrollment_id","step_id") WHERE "enrollment_steps"."is_open" and "enrollment_steps"."is_team";--> statement-breakpoint
CREATE INDEX "enrollment_steps_team" ON "enrollment_steps" USING btree ("workspace_id","due_on","enrollment_id","step_id") WHERE "enrollment_steps"."is_open" and "enrollment_steps"."is_team";--> statement-breakpoint
CREATE INDEX "inbox_items_newest" ON "inbox_items" USING btree ("workspace_id","user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inbox_items_unread" ON "inbox_items" USING btree ("workspace_id","user_id","created_at","id") WHERE "inbox_items"."read_at" is null;--> statement-breakpoint
CREATE INDEX "inbox_items_enrollment" ON "inbox_items" USING btree ("workspace_id","enrollment_id");--> statement-breakpoint
CREATE INDEX "inbox_items_old" ON "inbox_items" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "internal_notes_enrollment" ON "internal_notes" USING btree ("workspace_id","enrollment_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_calendars_token_hash_unique" ON "member_calendars" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "enrollments_health" ON "enrollments" USING btree ("workspace_id","health","created_at","id") WHERE "enrollments"."has_plan";--> statement-breakpoint
CREATE INDEX "enrollments_target" ON "enrollments" USING btree ("workspace_id","target_order","id");--> statement-breakpoint
CREATE INDEX "enrollments_planned" ON "enrollments" USING btree ("workspace_id","id") WHERE "enrollments"."has_plan" and "enrollments"."status" in ('invited', 'in_progress');--> statement-breakpoint
CREATE INDEX "enrollments_health_turns" ON "enrollments" USING btree ("health_turns_at","id") WHERE "enrollments"."health_turns_at" is not null;
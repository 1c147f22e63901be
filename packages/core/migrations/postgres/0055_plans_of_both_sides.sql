CREATE TABLE "approvals" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"participant_id" uuid,
	"person_name" text NOT NULL,
	"signed_name" text NOT NULL,
	"note" text NOT NULL,
	"document" json NOT NULL,
	"document_sha256" text NOT NULL,
	"sealed_address" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "approvals_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "daily_mail_schedules" (
	"workspace_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"time_zone" text,
	"next_at" timestamp(3) with time zone NOT NULL,
	"told" json DEFAULT '{}'::json NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "daily_mail_schedules_workspace_id_contact_id_pk" PRIMARY KEY("workspace_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "daily_mails" (
	"workspace_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"day" text collate "C" NOT NULL,
	"email_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "daily_mails_workspace_id_contact_id_day_pk" PRIMARY KEY("workspace_id","contact_id","day")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"revision" integer NOT NULL,
	"status" text NOT NULL,
	"answers" json,
	"files" json NOT NULL,
	"comment" text NOT NULL,
	"participant_id" uuid,
	"submitted_at" timestamp(3) with time zone NOT NULL,
	"is_waiting" boolean NOT NULL,
	"reviewer_id" uuid,
	"decided_at" timestamp(3) with time zone,
	"decided_by" text,
	"decided_by_name" text,
	"note" text NOT NULL,
	"notes" json NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "submissions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
DROP INDEX "enrollments_health";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "removed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "mail_off" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "digest_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "digest_on" text collate "C";--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "digest_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "digest_told" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "sends_daily_mail" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_mail_schedules" ADD CONSTRAINT "daily_mail_schedules_workspace_id_contact_id_contacts_workspace_id_id_fk" FOREIGN KEY ("workspace_id","contact_id") REFERENCES "public"."contacts"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_mails" ADD CONSTRAINT "daily_mails_workspace_id_contact_id_contacts_workspace_id_id_fk" FOREIGN KEY ("workspace_id","contact_id") REFERENCES "public"."contacts"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_newest" ON "approvals" USING btree ("workspace_id","enrollment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "daily_mail_schedules_due" ON "daily_mail_schedules" USING btree ("next_at","workspace_id","contact_id");--> statement-breakpoint
CREATE INDEX "daily_mails_old" ON "daily_mails" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_round_unique" ON "submissions" USING btree ("workspace_id","enrollment_id","step_id","round");--> statement-breakpoint
CREATE INDEX "submissions_newest" ON "submissions" USING btree ("workspace_id","enrollment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "submissions_reviewer" ON "submissions" USING btree ("workspace_id","reviewer_id","submitted_at","enrollment_id","step_id") WHERE "submissions"."is_waiting";--> statement-breakpoint
CREATE INDEX "submissions_waiting" ON "submissions" USING btree ("workspace_id","submitted_at","enrollment_id","step_id") WHERE "submissions"."is_waiting";--> statement-breakpoint
CREATE INDEX "enrollment_steps_overdue" ON "enrollment_steps" USING btree ("workspace_id","overdue_at","enrollment_id","step_id") WHERE "enrollment_steps"."is_open" and not "enrollment_steps"."is_team" and "enrollment_steps"."overdue_at" is not null;--> statement-breakpoint
CREATE INDEX "memberships_digest" ON "memberships" USING btree ("digest_at","workspace_id","user_id") WHERE "memberships"."digest_at" is not null;--> statement-breakpoint
CREATE INDEX "enrollments_health" ON "enrollments" USING btree ("workspace_id","health","created_at","id");
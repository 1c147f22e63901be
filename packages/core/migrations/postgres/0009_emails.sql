CREATE TABLE "emails" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"recipient" text NOT NULL,
	"recipient_name" text NOT NULL,
	"subject" text NOT NULL,
	"sealed_message" text,
	"enrollment_id" uuid,
	"contact_id" uuid,
	"cause" text,
	"attempts" integer NOT NULL,
	"error" text,
	"next_attempt_at" timestamp(3) with time zone,
	"send_before" timestamp(3) with time zone,
	"sent_at" timestamp(3) with time zone,
	"lease_until" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "emails_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"workspace_id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"contact_id" uuid NOT NULL,
	"basis" timestamp(3) with time zone NOT NULL,
	"reminded_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "reminders_workspace_id_enrollment_id_cause_pk" PRIMARY KEY("workspace_id","enrollment_id","cause")
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "unsubscribed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "guides" ADD COLUMN "not_started_after_days" integer;--> statement-breakpoint
ALTER TABLE "guides" ADD COLUMN "stalled_after_days" integer;--> statement-breakpoint
ALTER TABLE "guides" ADD COLUMN "expiring_before_days" integer;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_newest" ON "emails" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "emails_due" ON "emails" USING btree ("workspace_id","next_attempt_at","id") WHERE "emails"."status" = 'waiting' and "emails"."lease_until" is null;--> statement-breakpoint
CREATE INDEX "emails_under_way" ON "emails" USING btree ("workspace_id","lease_until") WHERE "emails"."lease_until" is not null;--> statement-breakpoint
CREATE INDEX "emails_enrollment" ON "emails" USING btree ("workspace_id","enrollment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "emails_contact" ON "emails" USING btree ("workspace_id","contact_id","created_at","id");--> statement-breakpoint
CREATE INDEX "emails_created" ON "emails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "emails_updated" ON "emails" USING btree ("workspace_id","updated_at");--> statement-breakpoint
CREATE INDEX "reminders_contact" ON "reminders" USING btree ("workspace_id","contact_id","reminded_at");--> statement-breakpoint
CREATE INDEX "enrollments_guide_expiring" ON "enrollments" USING btree ("workspace_id","guide_id","expires_at","id") WHERE "enrollments"."status" in ('invited', 'in_progress') and "enrollments"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "guides_reminding" ON "guides" USING btree ("workspace_id","id") WHERE "guides"."not_started_after_days" is not null or "guides"."stalled_after_days" is not null or "guides"."expiring_before_days" is not null;
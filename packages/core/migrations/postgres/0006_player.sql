CREATE TABLE "cancelled_links" (
	"workspace_id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"cancelled_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "cancelled_links_workspace_id_enrollment_id_pk" PRIMARY KEY("workspace_id","enrollment_id")
);
--> statement-breakpoint
CREATE TABLE "logos" (
	"workspace_id" uuid NOT NULL,
	"media_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "logos_workspace_id_pk" PRIMARY KEY("workspace_id")
);
--> statement-breakpoint
CREATE TABLE "step_drafts" (
	"workspace_id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"content" json NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "step_drafts_workspace_id_enrollment_id_step_id_pk" PRIMARY KEY("workspace_id","enrollment_id","step_id")
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "viewed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "completion_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "asks_effort" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "colour" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "logo" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "default_language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "sender_name" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "logos" ADD CONSTRAINT "logos_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "step_drafts" ADD CONSTRAINT "step_drafts_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cancelled_links_token_hash_unique" ON "cancelled_links" USING btree ("token_hash");
CREATE TABLE "draft_changes" (
	"workspace_id" uuid NOT NULL,
	"guide_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "draft_changes_workspace_id_guide_id_kind_pk" PRIMARY KEY("workspace_id","guide_id","kind")
);
--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "replaced_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "replaced_by" text;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "copy_of" uuid;--> statement-breakpoint
CREATE INDEX "draft_changes_newest" ON "draft_changes" USING btree ("workspace_id","changed_at");--> statement-breakpoint
CREATE INDEX "draft_changes_old" ON "draft_changes" USING btree ("changed_at");
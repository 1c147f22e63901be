ALTER TABLE "guide_versions" ADD COLUMN "published_with" text;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "written_with" text;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "unseen_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "unseen_by" text;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "unseen_with" text;--> statement-breakpoint
ALTER TABLE "guide_versions" ADD COLUMN "unseen_base" json;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "written_with" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "decided_with" text;
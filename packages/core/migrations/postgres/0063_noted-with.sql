ALTER TABLE "inbox_items" ADD COLUMN "actor_with" text;--> statement-breakpoint
ALTER TABLE "internal_notes" ADD COLUMN "written_with" text;
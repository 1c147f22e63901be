ALTER TABLE "participants" ADD COLUMN "invited_first_name" text;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "invited_last_name" text;
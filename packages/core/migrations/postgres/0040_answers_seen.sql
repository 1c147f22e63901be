ALTER TABLE "memberships" ADD COLUMN "gets_unassigned_mail" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "seen_at" timestamp(3) with time zone;--> statement-breakpoint
-- Answers of earlier releases count as seen.
UPDATE "messages" SET "seen_at" = "created_at" WHERE "kind" = 'answer';

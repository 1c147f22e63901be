ALTER TABLE "audit_entries" ADD COLUMN "subject_type" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "address" text;
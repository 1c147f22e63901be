ALTER TABLE "contacts" ADD COLUMN "is_enrolled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "is_latest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The newest enrollment of each contact that is not deleted, as enrollments/latest.ts keeps it.
UPDATE enrollments SET is_latest = true WHERE id = (SELECT e.id FROM enrollments e WHERE e.workspace_id = enrollments.workspace_id
  AND e.contact_id = enrollments.contact_id ORDER BY e.created_at DESC, e.id DESC LIMIT 1)
  AND EXISTS (SELECT 1 FROM contacts c WHERE c.workspace_id = enrollments.workspace_id AND c.id = enrollments.contact_id AND c.deleted_at IS NULL);--> statement-breakpoint
UPDATE contacts SET is_enrolled = true WHERE EXISTS (SELECT 1 FROM enrollments e WHERE e.workspace_id = contacts.workspace_id AND e.contact_id = contacts.id);--> statement-breakpoint
CREATE INDEX "contacts_never_enrolled" ON "contacts" USING btree ("workspace_id","created_at","id") WHERE not "contacts"."is_enrolled" and "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "enrollments_latest" ON "enrollments" USING btree ("workspace_id","created_at","contact_id") WHERE "enrollments"."is_latest";--> statement-breakpoint
CREATE INDEX "enrollments_latest_activity" ON "enrollments" USING btree ("workspace_id","last_activity_at","contact_id") WHERE "enrollments"."is_latest";
DROP INDEX "enrollments_health";--> statement-breakpoint
CREATE INDEX "enrollments_health" ON "enrollments" USING btree ("workspace_id","health","created_at","id");
ALTER TABLE "enrollments" RENAME COLUMN "access_token" TO "token_hash";--> statement-breakpoint
ALTER INDEX "enrollments_access_token_unique" RENAME TO "enrollments_token_hash_unique";--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "sealed_token" text;--> statement-breakpoint
CREATE INDEX "enrollments_unsealed" ON "enrollments" USING btree ("workspace_id","id") WHERE "enrollments"."sealed_token" is null;
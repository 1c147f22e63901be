ALTER TABLE "guide_moves" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "guide_moves" ADD COLUMN "deaths" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "problem_code" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "problem_row" integer;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "problem_column" integer;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "longest_row" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "deaths" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "guide_moves_turns" ON "guide_moves" USING btree ("workspace_id","next_attempt_at","id") WHERE "guide_moves"."next_attempt_at" is not null and "guide_moves"."lease_until" is null;--> statement-breakpoint
CREATE INDEX "guide_moves_leased" ON "guide_moves" USING btree ("workspace_id") WHERE "guide_moves"."lease_until" is not null;--> statement-breakpoint
CREATE INDEX "imports_turns" ON "imports" USING btree ("workspace_id","next_attempt_at","id") WHERE "imports"."next_attempt_at" is not null and "imports"."lease_until" is null;--> statement-breakpoint
CREATE INDEX "imports_leased" ON "imports" USING btree ("workspace_id") WHERE "imports"."lease_until" is not null;
ALTER TABLE "workspaces" ADD COLUMN "sample_of" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "ended_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_sample_of_unique" ON "workspaces" USING btree ("sample_of");
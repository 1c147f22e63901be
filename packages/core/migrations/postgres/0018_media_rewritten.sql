ALTER TABLE "media" ADD COLUMN "is_rewritten" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "media_rewritten" ON "media" USING btree ("is_rewritten");
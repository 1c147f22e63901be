INSERT INTO "unmoved_contents" SELECT "workspace_id", "id", "content" FROM "files";--> statement-breakpoint
ALTER TABLE "files" DROP COLUMN "content";
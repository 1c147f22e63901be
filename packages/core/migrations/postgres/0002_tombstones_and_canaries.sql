CREATE TABLE "canaries" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tombstones" (
	"workspace_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"id" uuid NOT NULL,
	"deleted_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "tombstones_workspace_id_resource_id_pk" PRIMARY KEY("workspace_id","resource","id")
);
--> statement-breakpoint
CREATE INDEX "tombstones_newest" ON "tombstones" USING btree ("workspace_id","resource","deleted_at","id");
--> statement-breakpoint
INSERT INTO "tombstones" SELECT "workspace_id", 'contacts', "id", "deleted_at" FROM "contacts" WHERE "deleted_at" IS NOT NULL;

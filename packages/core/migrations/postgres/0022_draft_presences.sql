CREATE TABLE "draft_presences" (
	"workspace_id" uuid NOT NULL,
	"guide_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"step_id" uuid,
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "draft_presences_workspace_id_guide_id_user_id_pk" PRIMARY KEY("workspace_id","guide_id","user_id")
);
--> statement-breakpoint
CREATE INDEX "draft_presences_seen" ON "draft_presences" USING btree ("seen_at");
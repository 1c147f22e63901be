CREATE TABLE "media_variants" (
	"workspace_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"stored_as" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "media_variants_workspace_id_media_id_width_pk" PRIMARY KEY("workspace_id","media_id","width")
);
--> statement-breakpoint
ALTER TABLE "media_variants" ADD CONSTRAINT "media_variants_workspace_id_media_id_media_workspace_id_id_fk" FOREIGN KEY ("workspace_id","media_id") REFERENCES "public"."media"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_variants_content" ON "media_variants" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "media_variants_stored" ON "media_variants" USING btree ("stored_as");--> statement-breakpoint
CREATE TRIGGER media_variants_stored AFTER INSERT OR DELETE OR UPDATE OF bytes ON media_variants FOR EACH ROW EXECUTE FUNCTION count_storage();

CREATE TABLE "views" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" uuid,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"filters" json NOT NULL,
	"sort" text,
	"order" text,
	"is_shared" boolean NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "views_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "sort_name" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "contact_sort_name" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "sort_name" text collate "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_workspace_id_owner_id_memberships_workspace_id_user_id_fk" FOREIGN KEY ("workspace_id","owner_id") REFERENCES "public"."memberships"("workspace_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The first sixty characters of the folded names, as the program computes them.
UPDATE organisations SET sort_name = left(name_folded, 60);--> statement-breakpoint
UPDATE contacts SET sort_name = left(split_part(search_text, E'\n', 1), 60);--> statement-breakpoint
UPDATE enrollments e SET contact_sort_name = c.sort_name FROM contacts c WHERE c.workspace_id = e.workspace_id AND c.id = e.contact_id;--> statement-breakpoint
CREATE INDEX "views_owner" ON "views" USING btree ("workspace_id","owner_id");--> statement-breakpoint
CREATE INDEX "views_newest" ON "views" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "views_updated" ON "views" USING btree ("workspace_id","updated_at");--> statement-breakpoint
CREATE INDEX "contacts_sort_name" ON "contacts" USING btree ("workspace_id","sort_name","id") WHERE "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "enrollments_contact_sort_name" ON "enrollments" USING btree ("workspace_id","contact_sort_name","id");--> statement-breakpoint
CREATE INDEX "enrollments_progress" ON "enrollments" USING btree ("workspace_id","progress_percentage","id");--> statement-breakpoint
CREATE INDEX "organisations_sort_name" ON "organisations" USING btree ("workspace_id","sort_name","id","name_folded");--> statement-breakpoint
CREATE INDEX "organisations_contacts_count" ON "organisations" USING btree ("workspace_id","contacts_count","id","name_folded");
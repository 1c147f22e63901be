ALTER TABLE "organisations" ALTER COLUMN "domain" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "views" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "views" ADD COLUMN "deleted_by" uuid;--> statement-breakpoint
CREATE INDEX "contacts_without_organisation" ON "contacts" USING btree ("workspace_id","created_at","id") WHERE "contacts"."organisation_id" is null and "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "organisations_domain_order" ON "organisations" USING btree ("workspace_id","domain","id") WHERE "organisations"."domain" is not null;--> statement-breakpoint
CREATE INDEX "organisations_without_domain" ON "organisations" USING btree ("workspace_id","created_at","id") WHERE "organisations"."domain" is null;--> statement-breakpoint
CREATE INDEX "organisations_with_contacts" ON "organisations" USING btree ("workspace_id","sort_name","id","contacts_count") WHERE "organisations"."contacts_count" > 0;--> statement-breakpoint
CREATE INDEX "views_deleted" ON "views" USING btree ("deleted_at") WHERE "views"."deleted_at" is not null;
ALTER TABLE `views` ADD `deleted_at` text;--> statement-breakpoint
ALTER TABLE `views` ADD `deleted_by` text;--> statement-breakpoint
CREATE INDEX `views_deleted` ON `views` (`deleted_at`) WHERE "views"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX `contacts_without_organisation` ON `contacts` (`workspace_id`,`created_at`,`id`) WHERE "contacts"."organisation_id" is null and "contacts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `organisations_domain_order` ON `organisations` (`workspace_id`,`domain`,`id`) WHERE "organisations"."domain" is not null;--> statement-breakpoint
CREATE INDEX `organisations_without_domain` ON `organisations` (`workspace_id`,`created_at`,`id`) WHERE "organisations"."domain" is null;--> statement-breakpoint
CREATE INDEX `organisations_with_contacts` ON `organisations` (`workspace_id`,`sort_name`,`id`,`contacts_count`) WHERE "organisations"."contacts_count" > 0;
CREATE TABLE `import_rows` (
	`workspace_id` text NOT NULL,
	`import_id` text NOT NULL,
	`number` integer NOT NULL,
	`cells` text NOT NULL,
	`fate` text NOT NULL,
	`faults` text NOT NULL,
	`email_key` text,
	`external_key` text,
	`record_id` text,
	`before` text,
	`written_tag` text,
	`made_organisation_id` text,
	PRIMARY KEY(`workspace_id`, `import_id`, `number`),
	FOREIGN KEY (`workspace_id`,`import_id`) REFERENCES `imports`(`workspace_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `import_rows_fate` ON `import_rows` (`workspace_id`,`import_id`,`fate`,`number`);--> statement-breakpoint
CREATE INDEX `import_rows_email` ON `import_rows` (`workspace_id`,`import_id`,`email_key`,`number`);--> statement-breakpoint
CREATE INDEX `import_rows_external` ON `import_rows` (`workspace_id`,`import_id`,`external_key`,`number`);--> statement-breakpoint
CREATE INDEX `import_rows_record` ON `import_rows` (`workspace_id`,`record_id`) WHERE "import_rows"."record_id" is not null;--> statement-breakpoint
CREATE TABLE `imports` (
	`workspace_id` text NOT NULL,
	`id` text NOT NULL,
	`resource` text NOT NULL,
	`file_name` text NOT NULL,
	`stored_as` text,
	`status` text NOT NULL,
	`columns` text NOT NULL,
	`mapping` text,
	`update_existing` integer NOT NULL,
	`create_organisations` integer NOT NULL,
	`rows` integer NOT NULL,
	`place` integer NOT NULL,
	`created` integer NOT NULL,
	`updated` integer NOT NULL,
	`unchanged` integer NOT NULL,
	`faulty` integer NOT NULL,
	`undone` integer NOT NULL,
	`left` integer NOT NULL,
	`problem` text,
	`attempts` integer NOT NULL,
	`error` text,
	`next_attempt_at` text,
	`lease_until` text,
	`leased_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `imports_newest` ON `imports` (`workspace_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `imports_due` ON `imports` (`next_attempt_at`,`id`) WHERE "imports"."next_attempt_at" is not null and "imports"."lease_until" is null;--> statement-breakpoint
CREATE INDEX `imports_stored` ON `imports` (`stored_as`);--> statement-breakpoint
CREATE INDEX `imports_updated` ON `imports` (`updated_at`);--> statement-breakpoint
CREATE INDEX `organisations_name` ON `organisations` (`workspace_id`,`name_folded`);
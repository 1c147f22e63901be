ALTER TABLE `audit_entries` ADD `subject_type` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `address` text;
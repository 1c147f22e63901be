ALTER TABLE `webhook_endpoints` ADD `former_secrets` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `forward_before` text;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_forward` ON `webhook_endpoints` (`forward_before`) WHERE "webhook_endpoints"."forward_before" is not null;
CREATE TABLE `webhook_subscriptions` (
	`workspace_id` text NOT NULL,
	`event` text NOT NULL,
	`endpoint_id` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `event`, `endpoint_id`),
	FOREIGN KEY (`workspace_id`,`endpoint_id`) REFERENCES `webhook_endpoints`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_subscriptions_endpoint` ON `webhook_subscriptions` (`workspace_id`,`endpoint_id`);
--> statement-breakpoint
-- Subscriptions follow the endpoints by triggers, whoever writes an endpoint; those of deleted endpoints are not kept.
CREATE TRIGGER webhook_endpoints_subscriptions_insert AFTER INSERT ON webhook_endpoints WHEN new.deleted_at IS NULL BEGIN
  INSERT OR IGNORE INTO webhook_subscriptions(workspace_id, event, endpoint_id)
  SELECT new.workspace_id, value, new.id FROM json_each(new.events);
END;
--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_subscriptions_update AFTER UPDATE OF events, deleted_at ON webhook_endpoints WHEN old.events <> new.events OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
  DELETE FROM webhook_subscriptions WHERE workspace_id = old.workspace_id AND endpoint_id = old.id;
  INSERT OR IGNORE INTO webhook_subscriptions(workspace_id, event, endpoint_id)
  SELECT new.workspace_id, value, new.id FROM json_each(new.events) WHERE new.deleted_at IS NULL;
END;
--> statement-breakpoint
INSERT OR IGNORE INTO webhook_subscriptions(workspace_id, event, endpoint_id)
SELECT e.workspace_id, s.value, e.id FROM webhook_endpoints e CROSS JOIN json_each(e.events) s WHERE e.deleted_at IS NULL;

CREATE TABLE "webhook_subscriptions" (
	"workspace_id" uuid NOT NULL,
	"event" text NOT NULL,
	"endpoint_id" uuid NOT NULL,
	CONSTRAINT "webhook_subscriptions_workspace_id_event_endpoint_id_pk" PRIMARY KEY("workspace_id","event","endpoint_id")
);
--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_workspace_id_endpoint_id_webhook_endpoints_workspace_id_id_fk" FOREIGN KEY ("workspace_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_subscriptions_endpoint" ON "webhook_subscriptions" USING btree ("workspace_id","endpoint_id");
--> statement-breakpoint
-- Subscriptions follow the endpoints by triggers, whoever writes an endpoint; those of deleted endpoints are not kept.
CREATE FUNCTION index_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM webhook_subscriptions s WHERE s.workspace_id = old.workspace_id AND s.endpoint_id = old.id;
  END IF;
  INSERT INTO webhook_subscriptions(workspace_id, event, endpoint_id)
  SELECT new.workspace_id, event, new.id FROM json_array_elements_text(new.events) AS event WHERE new.deleted_at IS NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_subscriptions_insert AFTER INSERT ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION index_subscriptions();
--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_subscriptions_update AFTER UPDATE OF events, deleted_at ON webhook_endpoints FOR EACH ROW WHEN (old.events::text <> new.events::text OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL)) EXECUTE FUNCTION index_subscriptions();
--> statement-breakpoint
INSERT INTO webhook_subscriptions(workspace_id, event, endpoint_id)
SELECT e.workspace_id, s.event, e.id FROM webhook_endpoints e CROSS JOIN LATERAL json_array_elements_text(e.events) AS s(event) WHERE e.deleted_at IS NULL
ON CONFLICT DO NOTHING;

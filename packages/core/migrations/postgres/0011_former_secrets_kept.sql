UPDATE "webhook_endpoints" SET "former_secrets" = json_build_array(json_build_object('sealed', "former_sealed_secret", 'until', to_char("former_secret_until" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) WHERE "former_sealed_secret" IS NOT NULL AND "former_secret_until" IS NOT NULL;
--> statement-breakpoint
-- The link of an enrollment is a credential: only the event that it was created with has it.
UPDATE "events" SET "data" = ("data"::jsonb - 'access_token' - 'url')::text WHERE "type" <> 'enrollment.created' AND "data" LIKE '%"access_token"%' AND "data"::jsonb ? 'access_token';

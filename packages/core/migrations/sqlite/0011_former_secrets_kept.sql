UPDATE `webhook_endpoints` SET `former_secrets` = json_array(json_object('sealed', `former_sealed_secret`, 'until', `former_secret_until`)) WHERE `former_sealed_secret` IS NOT NULL AND `former_secret_until` IS NOT NULL;
--> statement-breakpoint
-- The link of an enrollment is a credential: only the event that it was created with has it.
UPDATE `events` SET `data` = json_remove(`data`, '$.access_token', '$.url') WHERE `type` <> 'enrollment.created' AND json_extract(`data`, '$.access_token') IS NOT NULL;

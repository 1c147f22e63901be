-- What is due among it is let through in small steps once the service runs.
UPDATE "emails" SET "waiting_for" = 'time' WHERE "status" = 'waiting' AND "lease_until" IS NULL;

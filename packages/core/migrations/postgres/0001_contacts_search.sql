-- A trigram index answers LIKE '%part%' (pg_trgm is a trusted extension: the database's owner may create it).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX contacts_search ON contacts USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX organisations_search ON organisations USING gin (name_folded gin_trgm_ops);
--> statement-breakpoint
-- Counts of requests need not survive a crash of the database.
ALTER TABLE rate_windows SET UNLOGGED;

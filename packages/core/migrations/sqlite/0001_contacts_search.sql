-- Full-text index for a part of a name or e-mail. It holds trigrams alone (no copy of the text, no positions), and
-- follows the table by triggers; a deleted contact leaves it.
CREATE VIRTUAL TABLE contacts_search USING fts5(search_text, tokenize='trigram', content='', contentless_delete=1, detail='none');
--> statement-breakpoint
CREATE VIRTUAL TABLE contacts_trigrams USING fts5vocab(contacts_search, 'row');
--> statement-breakpoint
CREATE TRIGGER contacts_search_insert AFTER INSERT ON contacts WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO contacts_search(rowid, search_text) VALUES (new.seq, new.search_text || char(10) || char(10));
END;
--> statement-breakpoint
CREATE TRIGGER contacts_search_update AFTER UPDATE OF search_text, deleted_at ON contacts
WHEN old.search_text <> new.search_text OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
  DELETE FROM contacts_search WHERE rowid = old.seq AND old.deleted_at IS NULL;
  INSERT INTO contacts_search(rowid, search_text) SELECT new.seq, new.search_text || char(10) || char(10) WHERE new.deleted_at IS NULL;
END;

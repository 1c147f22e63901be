-- Full-text index for a part of an organisation's name or domain, as contacts have one. The key of organisations is text, so
-- another table has the number of each row. Both follow the table by triggers.
CREATE TABLE organisation_rowids (
  rowid INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  organisation_id TEXT NOT NULL,
  UNIQUE (workspace_id, organisation_id)
);
--> statement-breakpoint
CREATE VIRTUAL TABLE organisations_search USING fts5(search_text, tokenize='trigram', content='', contentless_delete=1, detail='none');
--> statement-breakpoint
INSERT INTO organisation_rowids (workspace_id, organisation_id) SELECT workspace_id, id FROM organisations;
--> statement-breakpoint
INSERT INTO organisations_search (rowid, search_text)
SELECT r.rowid, o.name_folded || char(10) || coalesce(o.domain, '')
FROM organisation_rowids r JOIN organisations o ON o.workspace_id = r.workspace_id AND o.id = r.organisation_id;
--> statement-breakpoint
CREATE TRIGGER organisations_search_insert AFTER INSERT ON organisations BEGIN
  INSERT INTO organisation_rowids (workspace_id, organisation_id) VALUES (new.workspace_id, new.id);
  INSERT INTO organisations_search (rowid, search_text)
  SELECT rowid, new.name_folded || char(10) || coalesce(new.domain, '') FROM organisation_rowids
  WHERE workspace_id = new.workspace_id AND organisation_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER organisations_search_update AFTER UPDATE OF name_folded, domain ON organisations
WHEN old.name_folded <> new.name_folded OR old.domain IS NOT new.domain BEGIN
  DELETE FROM organisations_search WHERE rowid =
    (SELECT rowid FROM organisation_rowids WHERE workspace_id = new.workspace_id AND organisation_id = new.id);
  INSERT INTO organisations_search (rowid, search_text)
  SELECT rowid, new.name_folded || char(10) || coalesce(new.domain, '') FROM organisation_rowids
  WHERE workspace_id = new.workspace_id AND organisation_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER organisations_search_delete AFTER DELETE ON organisations BEGIN
  DELETE FROM organisations_search WHERE rowid =
    (SELECT rowid FROM organisation_rowids WHERE workspace_id = old.workspace_id AND organisation_id = old.id);
  DELETE FROM organisation_rowids WHERE workspace_id = old.workspace_id AND organisation_id = old.id;
END;

ALTER TABLE "organisations" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "step_completions" ADD COLUMN "completed_by" text;--> statement-breakpoint
CREATE UNIQUE INDEX "organisations_external_id_unique" ON "organisations" USING btree ("workspace_id","external_id") WHERE "organisations"."external_id" is not null;--> statement-breakpoint
-- Letters that fold to others now.
update contacts set search_text = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(search_text, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ħ', 'h'), 'ı', 'i'), 'ŧ', 't')
  where search_text like '%ß%' or search_text like '%æ%' or search_text like '%œ%' or search_text like '%ø%' or search_text like '%ł%' or search_text like '%đ%' or search_text like '%ð%' or search_text like '%þ%' or search_text like '%ħ%' or search_text like '%ı%' or search_text like '%ŧ%';
--> statement-breakpoint
-- Letters that fold to others now.
update organisations set name_folded = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name_folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ħ', 'h'), 'ı', 'i'), 'ŧ', 't')
  where name_folded like '%ß%' or name_folded like '%æ%' or name_folded like '%œ%' or name_folded like '%ø%' or name_folded like '%ł%' or name_folded like '%đ%' or name_folded like '%ð%' or name_folded like '%þ%' or name_folded like '%ħ%' or name_folded like '%ı%' or name_folded like '%ŧ%';

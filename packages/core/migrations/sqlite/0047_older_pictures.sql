ALTER TABLE `media` ADD `has_variants` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `media_with_variants` ON `media` (`has_variants`);--> statement-breakpoint
-- Wide images came without smaller versions: upkeep makes them.
update media set has_variants = false where width >= 1000 and not exists (select 1 from media_variants v where v.workspace_id = media.workspace_id and v.media_id = media.id);
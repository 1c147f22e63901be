ALTER TABLE `reply_addresses` ADD `note_token_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `reply_addresses_note_token_hash_unique` ON `reply_addresses` (`note_token_hash`);
-- Versions that were published before they had numbers get them in the order of their publishing.
UPDATE `guide_versions` SET `number` = `numbered`.`number` FROM (
	SELECT `workspace_id`, `id`, row_number() OVER (PARTITION BY `workspace_id`, `guide_id` ORDER BY `published_at`, `id`) AS `number`
	FROM `guide_versions` WHERE `published_at` IS NOT NULL
) AS `numbered` WHERE `guide_versions`.`workspace_id` = `numbered`.`workspace_id` AND `guide_versions`.`id` = `numbered`.`id`;

/** Maximum count of rows in logs. */
export const LOG_COUNTS_TO = 10_000

/** Maximum number of rows examined for a page without a matching index: milliseconds, whatever the number of rows. */
export const SCAN_LIMIT = 5000

/** The same for filters that read large values of each row, such as metadata: 100 ms at most on SQLite. */
export const WHOLE_SCAN_LIMIT = 1000

/** Maximum number of changed rows that are sorted by index entries only. */
export const CHANGES_SCAN_LIMIT = 50_000

/** The same in the description of a list. */
export const SEARCH_SCAN_LIMIT =
  'Some filters examine 5,000 rows per page, so a page can contain fewer records than requested, or none: continue until next_cursor is null.'

/** Maximum count of records without a maintained count. */
export const COUNTS_TO = 100_000

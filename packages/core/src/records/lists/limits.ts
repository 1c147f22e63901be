/** Of a log, as many are counted at most. */
export const LOG_COUNTS_TO = 10_000

/** As many rows are looked at for a page of what no index holds: milliseconds, however many there are. */
export const SCAN_LIMIT = 5000

/** Of what has changed since a time, as many are put in order by their index alone. */
export const CHANGES_SCAN_LIMIT = 50_000

/** The same in the description of a list. */
export const SEARCH_SCAN_LIMIT =
  'Some filters examine 5,000 rows per page, so a page can contain fewer records than requested, or none: continue until next_cursor is null.'

/** Of records, as many are counted at most where no count is maintained. */
export const COUNTS_TO = 100_000

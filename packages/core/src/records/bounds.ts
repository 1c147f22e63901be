/** Of a log, as many are counted at most. */
export const LOG_COUNTS_TO = 10_000

/** As many rows are looked at for a page of what no index holds: milliseconds, however many there are. */
export const LOOKED_AT = 5000

/** Of what has changed since a time, as many are put in order by their index alone. */
export const CHANGES_LOOKED_AT = 50_000

/** The same in the description of a list. */
export const LOOKED_THROUGH =
  'By filters that no index holds, a page is found among 5,000 rows, so it can hold fewer than were asked for, or none: as long as next_cursor is not null there may be more.'

/** Of records, as many are counted at most where no count is maintained. */
export const COUNTS_TO = 100_000

/** Maximum number of records in one call. */
export const MAX_IDS = 100

/** Maximum number of fields with reported problems: a request can consist of nothing else. */
export const MAX_FIELD_ERRORS = 20

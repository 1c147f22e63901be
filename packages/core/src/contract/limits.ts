/** Maximum number of records in one call. */
export const MAX_IDS = 100

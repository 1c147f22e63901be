/** So many records are named in one call. */
export const MAX_IDS = 100

/** Where the generated migrations lie: the same distance from the sources as from the built package. */
export const MIGRATIONS_FOLDER = new URL('../migrations/', import.meta.url)

/** The folder of the generated migrations: at the same relative path from the sources and from the built package. */
export const MIGRATIONS_FOLDER = new URL('../migrations/', import.meta.url)

/** The languages in which contacts can be written to, each by its own name. */
export const CONTACT_LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
] as const

/** The day from which on `is_ours`, `who` and `score` have other names. */
export const RENAMED = '2026-11-27'

/** Where a secret is: in a setting, or in the file beside an SQLite database. */
export type KeySource = 'setting' | 'file'

/** The rows of the table `canaries`. The text of each is encrypted with the current secret. */
export const CANARY = 'secret'
/** Present once the secret was changed: the key of signatures, which outlasts secrets. */
export const SIGNING = 'signing'
/** Present while data is encrypted anew. */
export const ROTATION = 'rotation'
/** Present by where the secret came from when the database was last opened. */
export const SOURCE_ROWS: Readonly<Record<KeySource, string>> = {
  setting: 'from a setting',
  file: 'from the key file',
}

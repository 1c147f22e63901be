/** What is replaced by something else. It works as before until 1.0. */
export interface Deprecation {
  /** The day, in UTC, from which on it is not to be used in new programs. */
  readonly since: `${number}-${number}-${number}`
  /** The name of what takes its place: an operation, a key or a field. */
  readonly use: string
}

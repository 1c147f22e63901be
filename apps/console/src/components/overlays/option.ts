/** A suggestion. */
export interface Option {
  id: string
  text: string
  hint?: string
}

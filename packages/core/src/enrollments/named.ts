/** What a record is called. */
export interface Named {
  id: string
  name: string
}

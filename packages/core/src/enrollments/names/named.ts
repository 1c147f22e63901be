/** The names of the related records. */
export interface Named {
  id: string
  name: string
}

export interface NamedGuide extends Named {
  stalled_after_days: number | null
}

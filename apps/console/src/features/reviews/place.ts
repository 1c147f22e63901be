/** A step that is reviewed. */
export interface ReviewPlace {
  enrollment_id: string
  step_id: string
}

/** What tells reviews apart. */
export function keyOf({ enrollment_id, step_id }: ReviewPlace): string {
  return `${enrollment_id} ${step_id}`
}

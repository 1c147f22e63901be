/** The id of the element of a step or section. */
export function placeId(id: string): string {
  return `place-${id}`
}

/** Gives the focus to a step or section of the plan, where it is shown. */
export function focusPlace(id: string): void {
  const place = document.getElementById(placeId(id))
  place?.scrollIntoView({ block: 'center' })
  place?.focus({ preventScroll: true })
}

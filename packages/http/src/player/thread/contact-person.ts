import type { Link } from '../visit.ts'

/** Whom a contact asks: the first name of the member who looks after the enrollment, else the workspace. */
export function contactPersonOf({ assignee, workspace }: Link): string {
  return assignee?.name.trim().split(/\s+/)[0] || workspace.name
}

/** The first letters of somebody's names: `JW`. */
export function initialsOf(name: string): string {
  const names = name.trim().split(/\s+/)
  const ends = names.length > 1 ? [names[0], names.at(-1)] : names
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}

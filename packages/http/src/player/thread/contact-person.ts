import type { Link } from '../visit.ts'

/** The contact person of an enrollment: the first name of the assignee, else the workspace. */
export function contactPersonOf({ assignee, workspace }: Link): string {
  return assignee?.name.trim().split(/\s+/)[0] || workspace.name
}

/** The initials of a name: `JW`. */
export function initialsOf(name: string): string {
  const names = name.trim().split(/\s+/)
  const ends = names.length > 1 ? [names[0], names.at(-1)] : names
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}

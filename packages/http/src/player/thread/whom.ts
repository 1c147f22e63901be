import type { Link } from '../visit.ts'

/** Whom a contact asks: the first name of the member who looks after the enrollment, else the workspace. */
export function whomOf({ assignee, workspace }: Link): string {
  return assignee?.name.trim().split(/\s+/)[0] || workspace.name
}

/** The first letters of somebody's names: `JW`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}

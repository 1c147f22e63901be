import type { Link } from '../visit.ts'
import { initialsOf } from './contact-person.ts'

/** Who looks after the guide, with the way to them. */
export function Person({ link: { assignee } }: { link: Link }) {
  if (!assignee) return null
  return (
    <div class="person">
      <span class="initials" aria-hidden="true">
        {initialsOf(assignee.name)}
      </span>
      <div class="grow">
        <b dir="auto">{assignee.name}</b>
        <a href={`mailto:${encodeURIComponent(assignee.email)}`}>{assignee.email}</a>
      </div>
    </div>
  )
}

import { mayOpenLinks } from '../access/links.ts'
import type { Context } from '../context.ts'
import { withUrl } from './events/emit.ts'
import { recordedCaller } from './participants/person.ts'
import type { KeptToken } from './token/token.ts'

/** What has a link: an enrollment or a participant, with the caller who made it. */
type Linked = KeptToken & ({ created_by: string | null } | { invited_by: string })

/**
 * An enrollment or a participant as the caller may see it. The link is in it for those who may see all links, and for the token that
 * made it, which has had the link with the answer. Whoever has a link can answer and approve as the contact.
 */
export function withUrlFor<T extends Linked>(context: Pick<Context, 'caller' | 'sealer' | 'settings'>, linked: T) {
  const { caller } = context
  const isShown = mayOpenLinks(caller) || hasMade(caller, linked)
  return isShown ? withUrl(context, linked) : { ...linked, access_token: null, url: null }
}

function hasMade(caller: Context['caller'], linked: Linked): boolean {
  const made_by = 'created_by' in linked ? linked.created_by : linked.invited_by
  return caller.rights.has('enrollments:write') && made_by === recordedCaller(caller)
}

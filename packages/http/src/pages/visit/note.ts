import { hash } from 'node:crypto'
import type { SingleKey } from '../words/words.ts'
import { readCookie, setCookie } from './cookies.ts'
import { queryOf, type UserVisit } from './handler.ts'

/** What a form has done, to be shown on the page that the browser is sent to. */
export interface Note {
  said: SingleKey
  /** Whom it is about. */
  email?: string
  /** A link that is shown this once. */
  url?: string
}

/**
 * Keeps a note in the browser for a few minutes, sealed, since links are in it: a page that is loaded again does not send its
 * form again, and still shows what came of it.
 * @returns the query by which `readNote` finds it
 */
export function leaveNote({ handrail, reply, session, user }: UserVisit, note: Note): string {
  const sealed = user.context.sealer.seal(JSON.stringify({ session: session.id, note }))
  setCookie(handrail.settings, reply, 'note', sealed)
  return `note=${nameOf(sealed)}`
}

/** The note that the address of the page speaks of, if it is of this session. */
export function readNote({ handrail, request, session, user }: UserVisit): Note | undefined {
  const sealed = readCookie(handrail.settings, request, 'note')
  if (sealed === undefined || queryOf(request, 'note') !== nameOf(sealed)) return undefined
  try {
    const left: { session: string; note: Note } = JSON.parse(user.context.sealer.open(sealed))
    return left.session === session.id ? left.note : undefined
  } catch {
    // Not one of ours, or of a former secret: as good as none.
    return undefined
  }
}

function nameOf(sealed: string): string {
  return hash('sha256', sealed, 'base64url').slice(0, 12)
}

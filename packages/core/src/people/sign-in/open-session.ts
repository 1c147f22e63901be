import type { Store } from '../../storage/database.ts'
import { findSession, isStale, touchSession } from './store.ts'

/** A session and whose it is. */
export interface SignedInSession {
  id: string
  user_id: string
  name: string
  email: string
}

/** @internal The active session of a token; its use is recorded at most once a minute. */
export async function openSession(
  store: Store,
  token: string,
  { at, isUse }: { at: string; isUse: boolean },
): Promise<SignedInSession | undefined> {
  const session = await store.read((reader) => findSession(reader, token, at))
  if (!session) return undefined
  if (isUse && isStale(session, at)) await store.write((tx) => touchSession(tx, session.id, at))
  const { id, user_id, name, email } = session
  return { id, user_id, name, email }
}

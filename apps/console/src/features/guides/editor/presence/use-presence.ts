import { useContext, useEffect, useState } from 'react'
import { call } from '../../../../api/call.ts'
import type { Data } from '../../../../api/operations.ts'
import { session } from '../../../../api/session.ts'
import { WorkspaceId } from '../../../../api/workspace-id.ts'
import { ChangeListeners } from '../../../../workspace/live/listeners.ts'
import { mayConcern } from '../../../../workspace/live/stream/changes.ts'

/** The interval of presence updates. After a little more than three missed ones, a member counts as gone. */
const EVERY_MS = 5000
/** The time without input after which a member counts as gone, so that an open page does not keep its session for ever. */
const AWAY_MS = 10 * 60_000
const ACTS = ['pointerdown', 'pointermove', 'keydown'] as const

export type Presence = Data<'notePresence'>
export type Other = Presence['others'][number]

/** Reports the presence of this member, and returns the others and the time of the last save. */
export function usePresence(guide_id: string, step_id: string | undefined): Presence | undefined {
  const workspace = useContext(WorkspaceId)
  const subscribe = useContext(ChangeListeners)
  const [presence, setPresence] = useState<Presence>()
  useEffect(() => {
    let isHere = true
    let acted = Date.now()
    const act = () => {
      acted = Date.now()
    }
    const note = () => {
      if (document.hidden || Date.now() - acted > AWAY_MS) return
      void call('notePresence', { guide_id, step_id: step_id ?? null }, { workspace }).then(
        ({ value }) => isHere && setPresence(value.data),
        (error: unknown) => {
          session.report(error)
          // Without a connection nobody else is shown; the state of saving reports it.
          if (isHere) setPresence((before) => before && { ...before, others: [] })
        },
      )
    }
    note()
    const timer = setInterval(note, EVERY_MS)
    const stop = subscribe((changes) => mayConcern(changes, 'draft.', guide_id) && note())
    for (const kind of ACTS) window.addEventListener(kind, act)
    document.addEventListener('visibilitychange', note)
    return () => {
      isHere = false
      clearInterval(timer)
      stop()
      for (const kind of ACTS) window.removeEventListener(kind, act)
      document.removeEventListener('visibilitychange', note)
    }
  }, [guide_id, step_id, workspace, subscribe])

  useEffect(() => {
    const leave = () => void call('leaveDraft', { guide_id }, { workspace, keepalive: true }).catch(() => undefined)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [guide_id, workspace])
  return presence
}

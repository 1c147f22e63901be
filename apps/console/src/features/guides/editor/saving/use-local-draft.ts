import { useEffect, useRef, useState } from 'react'
import { findLocalDraft, forget, keep, type LocalDraft, type LocalDraftKey } from './local-draft.ts'
import type { Editing } from './use-draft.ts'

/** The unsaved local draft, once it is known whether there is one. */
export function useLocalDraft(key: LocalDraftKey): { found: LocalDraft | undefined } | undefined {
  const [local, setLocal] = useState<{ found: LocalDraft | undefined }>()
  const { user_id, workspace, guide } = key
  useEffect(() => {
    let isHere = true
    void findLocalDraft({ user_id, workspace, guide }).then((found) => isHere && setLocal({ found }))
    return () => {
      isHere = false
    }
  }, [user_id, workspace, guide])
  return local
}

/** Stores the draft in this browser until it is saved. */
export function useKeeping({ user_id, workspace, guide }: LocalDraftKey, { draft, both, state, known }: Editing): void {
  const isSaved = state.is === 'saved' && both.size === 0
  // One after the other, so that a removed draft is not stored again.
  const last = useRef(Promise.resolve())
  useEffect(() => {
    const key = { user_id, workspace, guide }
    const { sent, answered } = known()
    const work = () => (isSaved ? forget(key) : keep(key, { draft, both: [...both], sent, answered }))
    last.current = last.current.then(work, work)
  }, [user_id, workspace, guide, draft, both, isSaved, known])
}

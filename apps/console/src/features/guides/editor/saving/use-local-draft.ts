import { useEffect, useRef, useState } from 'react'
import { findLocalDraft, forget, keep, type LocalDraft, type LocalDraftKey } from './local-draft.ts'
import type { Editing } from './use-draft.ts'

/** The unsaved local draft, once it is known whether there is one. */
export function useLocalDraft(key: LocalDraftKey): { found: LocalDraft | undefined } | undefined {
  const [local, setKept] = useState<{ found: LocalDraft | undefined }>()
  const { user_id, workspace, guide } = key
  useEffect(() => {
    let isHere = true
    void findLocalDraft({ user_id, workspace, guide }).then((found) => isHere && setKept({ found }))
    return () => {
      isHere = false
    }
  }, [user_id, workspace, guide])
  return local
}

/** Keeps in this browser what is written until it is saved. */
export function useKeeping({ user_id, workspace, guide }: LocalDraftKey, { draft, both, state, known }: Editing): void {
  const isSaved = state.is === 'saved' && both.size === 0
  // One after the other: what is forgotten stays so.
  const last = useRef(Promise.resolve())
  useEffect(() => {
    const key = { user_id, workspace, guide }
    const { sent, answered } = known()
    const work = () => (isSaved ? forget(key) : keep(key, { draft, both: [...both], sent, answered }))
    last.current = last.current.then(work, work)
  }, [user_id, workspace, guide, draft, both, isSaved, known])
}

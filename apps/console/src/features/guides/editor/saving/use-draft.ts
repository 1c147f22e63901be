import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { Answered } from '../../../../api/call.ts'
import { WorkspaceId } from '../../../../api/workspace-id.ts'
import { type Draft, draftOf, type SavedGuide } from '../draft.ts'
import { begun, changed, chosen, rebased, redone, toSend, undone, type Written } from './draft-history.ts'
import type { Kept } from './local-draft.ts'
import { merged } from './merge.ts'
import { isSameDraft } from './same.ts'
import { openServerDraft, type ServerDraft } from './server-draft.ts'
import { type SaveState, useSending } from './use-sending.ts'

const PAUSE_MS = 800
const AGAIN_MS = 5000

/**
 * A draft that saves itself a moment after the last change, and can be undone. What somebody else has saved meanwhile is
 * brought in step by step; of a step that both have changed both versions are kept until one is chosen.
 * @param kept what was written here before, and not saved
 */
export function useDraft(loaded: Answered<'getGuideDraft'>, kept: Kept | undefined) {
  const workspace = useContext(WorkspaceId)
  const [guide, setGuide] = useState<SavedGuide>(loaded.value.data)
  const [{ server, first }] = useState(() => startOf(loaded, kept, workspace))
  const [written, setWritten] = useState<Written>(first)
  const [state, setState] = useState<SaveState>({ is: 'saved' })
  // What comes one after the other is built on what came before, also where that was not drawn yet.
  const latest = useRef(written)
  const put = useCallback((next: (before: Written) => Written) => {
    latest.current = next(latest.current)
    setWritten(latest.current)
  }, [])

  const { save, refresh, publish } = useSending({ server, latest, put, setGuide, setState })
  useSaving({ written, state, setState, server, save })
  // Whoever leaves the page does not wait for it.
  useEffect(() => () => void save(), [save])

  const alter = useCallback(
    (next: (before: Written) => Written) => {
      // At once: nobody reads that it is saved while it is not.
      setState((before) => (before.is === 'refused' || before.is === 'saved' ? { is: 'waiting' } : before))
      put(next)
    },
    [put],
  )
  const change = useCallback(
    (next: (draft: Draft) => Draft) => alter((before) => changed(before, next(before.now))),
    [alter],
  )
  const { past, now: draft, future, both } = written
  return {
    guide,
    draft,
    both,
    known: server.known,
    state,
    change,
    undo: () => alter(undone),
    redo: () => alter(redone),
    choose: (step: string, which: 'mine' | 'theirs') => alter((before) => chosen(before, step, which)),
    save,
    publish,
    refresh,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  }
}

export type Editing = ReturnType<typeof useDraft>

interface Saving {
  written: Written
  state: SaveState
  setState(state: SaveState): void
  server: ServerDraft
  save(): Promise<void>
}

/** Saves a moment after the last change; where nobody answers, again and again, and as soon as there is a connection. */
function useSaving({ written, state, setState, server, save }: Saving): void {
  const { is } = state
  useEffect(() => {
    if (is === 'saving' || is === 'refused') return
    if (isSameDraft(toSend(written), server.known().sent)) {
      if (is !== 'saved') setState({ is: 'saved' })
      return
    }
    if (is === 'saved') setState({ is: 'waiting' })
    const atOnce = () => void save()
    const timer = setTimeout(atOnce, is === 'offline' ? AGAIN_MS : PAUSE_MS)
    window.addEventListener('online', atOnce)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', atOnce)
    }
  }, [written, is, setState, server, save])

  const isOpen = is !== 'saved' || written.both.size > 0
  useEffect(() => {
    if (!isOpen) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isOpen])
}

function startOf({ value, tag }: Answered<'getGuideDraft'>, kept: Kept | undefined, workspace: string | undefined) {
  const theirs = draftOf(value.data)
  const open = (sent: Draft, first: Written) => {
    const known = { sent, answered: theirs, tag }
    return { server: openServerDraft({ id: value.data.id, workspace, known }), first }
  }
  if (!kept) return open(theirs, begun(theirs))
  const written = { ...begun(kept.draft), both: new Map(kept.both) }
  return open(merged(kept, kept.sent, theirs).draft, rebased(written, kept, theirs))
}

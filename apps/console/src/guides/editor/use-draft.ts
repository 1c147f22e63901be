import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { WorkspaceId } from '../../app/workspace.ts'
import { type Answered, call } from '../../door/call.ts'
import { CallError, isPassing } from '../../door/error.ts'
import { type Draft, draftOf, type SavedGuide } from './draft.ts'

const PAUSE_MS = 800
const AGAIN_MS = 5000
const MOST_UNDONE = 100

export type SaveState =
  | { is: 'saved' | 'saving' | 'waiting' | 'offline' | 'conflict' }
  | { is: 'refused'; error: CallError }

interface History {
  past: Draft[]
  now: Draft
  future: Draft[]
}

/** A draft that saves itself a moment after the last change, can be undone, and refuses to write over somebody else's. */
export function useDraft(loaded: Answered<'getGuideDraft'>) {
  const workspace = useContext(WorkspaceId)
  const { id } = loaded.value.data
  const [guide, setGuide] = useState<SavedGuide>(loaded.value.data)
  const [history, setHistory] = useState<History>(() => ({ past: [], now: draftOf(loaded.value.data), future: [] }))
  const [state, setState] = useState<SaveState>({ is: 'saved' })
  const tag = useRef(loaded.tag)
  const saved = useRef(history.now)
  const running = useRef(false)
  const latest = useRef(history.now)
  latest.current = history.now

  const save = useCallback(
    async (over = false) => {
      if (running.current) return
      running.current = true
      const draft = latest.current
      setState({ is: 'saving' })
      try {
        const ifMatch = over ? undefined : (tag.current ?? undefined)
        const answer = await call('updateGuide', { id, ...draft }, { workspace, ifMatch })
        tag.current = answer.tag
        saved.current = draft
        setGuide(answer.value.data)
        setState({ is: latest.current === draft ? 'saved' : 'waiting' })
      } catch (error) {
        setState(failedState(error))
      } finally {
        running.current = false
      }
    },
    [id, workspace],
  )

  useEffect(() => {
    if (history.now === saved.current || state.is === 'conflict' || state.is === 'saving') return
    const timer = setTimeout(() => void save(), state.is === 'offline' ? AGAIN_MS : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [history.now, state.is, save])

  useEffect(() => {
    if (state.is === 'saved') return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [state.is])

  const change = useCallback((next: (draft: Draft) => Draft) => {
    setState((before) => (before.is === 'conflict' ? before : { is: 'waiting' }))
    setHistory(({ past, now }) => ({ past: [...past.slice(-MOST_UNDONE), now], now: next(now), future: [] }))
  }, [])
  const undo = useCallback(() => {
    setHistory(({ past, now, future }) => {
      const last = past.at(-1)
      return last ? { past: past.slice(0, -1), now: last, future: [now, ...future] } : { past, now, future }
    })
  }, [])
  const redo = useCallback(() => {
    setHistory(({ past, now, future }) => {
      const [next, ...rest] = future
      return next ? { past: [...past, now], now: next, future: rest } : { past, now, future }
    })
  }, [])
  const { past, now: draft, future } = history
  return { guide, draft, state, change, undo, redo, save, canUndo: past.length > 0, canRedo: future.length > 0 }
}

export type Editing = ReturnType<typeof useDraft>

function failedState(error: unknown): SaveState {
  if (error instanceof CallError && error.status === 412) return { is: 'conflict' }
  if (error instanceof CallError && !isPassing(error)) return { is: 'refused', error }
  return { is: 'offline' }
}

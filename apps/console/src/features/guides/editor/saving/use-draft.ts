import { useCallback, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { OperationResponse } from '../../../../api/call.ts'
import { session } from '../../../../api/session.ts'
import { WorkspaceId } from '../../../../api/workspace-id.ts'
import { toasts } from '../../../../components/toast.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { type Draft, draftOf, type SavedGuide } from '../../draft/draft.ts'
import { isSameDraft } from '../../draft/same.ts'
import { begun, changed, chosen, type DraftHistory, rebased, redone, toSend, undone } from './draft-history.ts'
import type { LocalDraft } from './local-draft.ts'
import { merged } from './merge.ts'
import { openServerDraft, type ServerDraft } from './server-draft.ts'
import { type SaveState, useSending } from './use-sending.ts'

const PAUSE_MS = 800
/** While somebody types steadily, it is saved this long after the last save began. */
const MAX_WAIT_MS = 2000
const AGAIN_MS = 5000

/**
 * A draft that saves itself a moment after the last change, and can be undone. Changes that somebody
 * else has saved are merged step by step. Of a step that both have changed, both versions are kept until one is chosen.
 * @param local the unsaved draft of an earlier visit
 */
export function useDraft(loaded: OperationResponse<'getGuideDraft'>, local: LocalDraft | undefined) {
  const { t } = useI18n()
  const workspace = useContext(WorkspaceId)
  const [guide, setGuide] = useState<SavedGuide>(loaded.value.data)
  const [{ server, first }] = useState(() => startOf(loaded, local, workspace))
  const [history, setHistory] = useState<DraftHistory>(first)
  const [state, setState] = useState<SaveState>({ is: 'saved' })
  // Changes in a row build on each other, even before they are rendered.
  const latest = useRef(history)
  const put = useCallback((next: (before: DraftHistory) => DraftHistory) => {
    latest.current = next(latest.current)
    setHistory(latest.current)
  }, [])

  const { save, refresh, publish } = useSending({ server, latest, put, setGuide, setState })
  useSaving({ history, state, setState, server, save })
  // Leaving the page does not wait for it.
  useEffect(() => () => void save(), [save])

  const alter = useCallback(
    (next: (before: DraftHistory) => DraftHistory) => {
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
  const move = useCallback(
    (how: typeof undone) => {
      const { history: next, kept, isEmpty } = how(latest.current)
      alter(() => next)
      if (kept.length > 0)
        toasts.show(t('together.not_undone', { text: kept.map((title) => title || '…').join(' · ') }))
      else if (isEmpty) toasts.show(t('together.nothing_undone'))
    },
    [alter, t],
  )
  const { past, now: draft, future, both } = history
  return {
    guide,
    draft,
    both,
    known: server.known,
    state,
    change,
    undo: () => move(undone),
    redo: () => move(redone),
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
  history: DraftHistory
  state: SaveState
  setState(next: SaveState | ((before: SaveState) => SaveState)): void
  server: ServerDraft
  save(): Promise<void>
}

/**
 * Saves a moment after the last change, and every two seconds during steady typing. Without an answer it retries, and as
 * soon as there is a connection; with an ended session, once there is another.
 */
function useSaving({ history, state, setState, server, save }: Saving): void {
  const { is } = state
  const { renewals } = useSyncExternalStore(session.subscribe, session.state)
  useEffect(() => setState((before) => (before.is === 'signed_out' ? { is: 'waiting' } : before)), [setState, renewals])
  const since = useRef<number>(undefined)
  useEffect(() => {
    if (is === 'saving') since.current = Date.now()
    if (is === 'saved') since.current = undefined
  }, [is])
  useEffect(() => {
    if (is === 'saving' || is === 'refused' || is === 'signed_out') return
    if (isSameDraft(toSend(history), server.known().sent)) {
      if (is !== 'saved') setState({ is: 'saved' })
      return
    }
    if (is === 'saved') setState({ is: 'waiting' })
    const atOnce = () => void save()
    since.current ??= Date.now()
    const pause = Math.max(0, Math.min(PAUSE_MS, since.current + MAX_WAIT_MS - Date.now()))
    const timer = setTimeout(atOnce, is === 'offline' ? AGAIN_MS : pause)
    window.addEventListener('online', atOnce)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', atOnce)
    }
  }, [history, is, setState, server, save])

  const isOpen = is !== 'saved' || history.both.size > 0
  useEffect(() => {
    if (!isOpen) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isOpen])
}

function startOf(
  { value, etag }: OperationResponse<'getGuideDraft'>,
  local: LocalDraft | undefined,
  workspace: string | undefined,
) {
  const theirs = draftOf(value.data)
  const open = (sent: Draft, first: DraftHistory) => {
    const known = { sent, answered: theirs, etag }
    return { server: openServerDraft({ id: value.data.id, workspace, known }), first }
  }
  if (!local) return open(theirs, begun(theirs))
  const history = { ...begun(local.draft), both: new Map(local.both) }
  return open(merged(local, local.sent, theirs).draft, rebased(history, local, theirs))
}

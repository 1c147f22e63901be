import { type RefObject, useCallback } from 'react'
import { CallError, isPassing } from '../../../../api/error.ts'
import { session } from '../../../../api/session.ts'
import { toasts } from '../../../../components/toast.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { SavedGuide } from '../../draft/draft.ts'
import { isSameDraft } from '../../draft/same.ts'
import { type DraftHistory, rebased, toSend } from './draft-history.ts'
import { overruled } from './merge.ts'
import type { ServerDraft } from './server-draft.ts'

export type SaveState =
  | { is: 'saved' | 'saving' | 'waiting' | 'offline' | 'signed_out' }
  | { is: 'refused'; error: CallError }

interface Sending {
  server: ServerDraft
  /** The current local draft. */
  latest: RefObject<DraftHistory>
  put(next: (before: DraftHistory) => DraftHistory): void
  setGuide(guide: SavedGuide): void
  setState(state: SaveState): void
}

/** The requests about a draft, one after the other. */
export function useSending({ server, latest, put, setGuide, setState }: Sending) {
  const { t } = useI18n()
  const bring = useCallback(async () => {
    const { guide: there, base, theirs } = await server.bring()
    setGuide(there)
    const lost = overruled(base, latest.current.now, theirs)
    if (lost.length > 0) toasts.show(t('together.overruled', { text: lost.join(' · ') }))
    put((here) => rebased(here, base, theirs))
  }, [server, t, latest, put, setGuide])

  /** @throws CallError if it was not saved; with 412, the changes of somebody else were merged */
  const send = useCallback(
    () =>
      server.inTurn(async () => {
        const sent = toSend(latest.current)
        if (isSameDraft(sent, server.known().sent)) return
        setState({ is: 'saving' })
        try {
          setGuide(await server.send(sent))
          setState({ is: 'waiting' })
        } catch (error) {
          const failure = isBehind(error) ? await bring().catch((lost: unknown) => lost) : error
          session.report(failure)
          setState(failure === undefined ? { is: 'waiting' } : failedState(failure))
          throw failure ?? error
        }
      }),
    [server, latest, bring, setGuide, setState],
  )
  const save = useCallback(() => send().catch(() => undefined), [send])

  /** Merges the changes of somebody else. Without a connection, the next save does it. */
  const refresh = useCallback(() => server.inTurn(() => bring().catch(() => undefined)), [server, bring])

  /** Publishes exactly the shown draft. @throws CallError if it is not saved, or somebody else has changed it */
  const publish = useCallback(async () => {
    try {
      await send()
      await server.inTurn(async () => {
        if (latest.current.both.size > 0) throw new CallError(412, { type: 'precondition_failed', message: '' })
        await server.publish()
      })
    } catch (error) {
      session.report(error)
      if (!isBehind(error)) throw error
      await refresh()
      throw new CallError(412, { type: 'brought_in', message: '' })
    }
  }, [server, latest, send, refresh])
  return { save, refresh, publish }
}

/** Whether somebody else has saved meanwhile. */
function isBehind(error: unknown): boolean {
  return error instanceof CallError && error.status === 412
}

function failedState(error: unknown): SaveState {
  if (error instanceof CallError && error.status === 401) return { is: 'signed_out' }
  if (error instanceof CallError && !isPassing(error)) return { is: 'refused', error }
  return { is: 'offline' }
}

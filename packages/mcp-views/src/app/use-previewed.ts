import { useState } from 'preact/hooks'
import { useShown } from './shown.ts'

/** What a tool answers that previews first: `confirmation` where the next call would do it. */
interface Preview {
  confirmation?: string | undefined
}

type Previewed<T> =
  | { step: 'none' }
  | { step: 'asking' }
  | { step: 'preview'; data: T; confirmation: string | undefined }
  | { step: 'doing'; data: T }
  | { step: 'done'; data: T }
  | { step: 'failed'; failure: string }

interface Steps<T> {
  state: Previewed<T>
  ask(): Promise<void>
  confirm(): Promise<T | undefined>
  reset(): void
}

/**
 * A tool of two calls: the first shows what would happen, the second does exactly that. Where the host has asked the
 * person during the first, that has done it already.
 * @param shown a preview that the model has asked for already
 */
export function usePreviewed<T extends Preview>(
  tool: string,
  given: Record<string, unknown>,
  isDone: (data: T) => boolean,
  shown?: T,
): Steps<T> {
  const { host, common } = useShown()
  const [state, setState] = useState<Previewed<T>>(
    shown ? { step: 'preview', data: shown, confirmation: shown.confirmation } : { step: 'none' },
  )

  const call = async (more: Record<string, unknown>): Promise<T | undefined> => {
    const answer = await host.call<{ data: T }>(tool, { ...given, ...more })
    if ('failure' in answer) {
      setState({ step: 'failed', failure: answer.failure || common.failed })
      return undefined
    }
    const { data } = answer.value
    setState(isDone(data) ? { step: 'done', data } : { step: 'preview', data, confirmation: data.confirmation })
    return data
  }

  return {
    state,
    reset: () => setState({ step: 'none' }),
    async ask() {
      setState({ step: 'asking' })
      await call({})
    },
    async confirm() {
      if (state.step !== 'preview' || state.confirmation === undefined) return undefined
      setState({ step: 'doing', data: state.data })
      return call({ confirmation: state.confirmation })
    },
  }
}

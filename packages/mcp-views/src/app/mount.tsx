import { type ComponentType, render } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Answer } from '../host/answer.ts'
import { answerOf } from '../host/answer.ts'
import { applyContext, type Place } from '../host/context.ts'
import { connectHost, type Host, type Listener } from '../host/host.ts'
import { Notice } from '../parts/notice.tsx'
import { COMMON } from '../words/common.ts'
import { Freshness } from './freshness.tsx'
import { ShownContext } from './shown.ts'

/** A page that shows the answer of a tool. */
export interface View<T> {
  /** The tool that is called again for fresh data, with the arguments of the model as far as it takes them. */
  tool: string
  takes: readonly string[]
  /** Arguments that the answer itself gives, such as the id of its record. */
  again?(value: T): Record<string, unknown>
  Body: ComponentType<{ value: T }>
}

type Phase<T> = { name: 'loading' } | { name: 'cancelled' } | { name: 'shown'; answer: Answer<T>; at: number }

/** Connects to the host and draws what it tells. */
export function mount<T>(view: View<T>): void {
  const root = document.getElementById('view')
  if (!root) throw new Error('The page has no element for its view')
  render(<Page view={view} />, root)
}

function Page<T>({ view }: { view: View<T> }) {
  const [host, setHost] = useState<Host>()
  const [place, setPlace] = useState<Place>(() => applyContext({}))
  const [phase, setPhase] = useState<Phase<T>>({ name: 'loading' })
  const [given, setGiven] = useState<Record<string, unknown>>({})
  useEffect(() => {
    const listener: Listener = {
      context: (context) => setPlace(applyContext(context)),
      input: setGiven,
      result: (result) => setPhase({ name: 'shown', answer: answerOf<T>(result), at: Date.now() }),
      cancelled: () => setPhase({ name: 'cancelled' }),
    }
    connectHost(listener).then(setHost, () => setPhase({ name: 'cancelled' }))
  }, [])

  const value = phase.name === 'shown' && 'value' in phase.answer ? phase.answer.value : undefined
  const [problem, setProblem] = useState<string>()
  const shown = useMemo(
    () =>
      host && {
        host,
        place,
        given,
        async refresh() {
          const taken = Object.entries(given).filter(([name]) => view.takes.includes(name))
          const answer = await host.call<T>(view.tool, {
            ...Object.fromEntries(taken),
            ...(value && view.again?.(value)),
          })
          // What is shown stays, with the reason why it is not newer.
          if ('failure' in answer && value) return setProblem(answer.failure || COMMON[place.language].failed)
          setProblem(undefined)
          setPhase({ name: 'shown', answer, at: Date.now() })
        },
      },
    [host, place, given, value, view],
  )

  const common = COMMON[place.language]
  if (phase.name === 'cancelled') return <Notice kind="info">{common.cancelled}</Notice>
  if (!shown || phase.name === 'loading') return <Loading label={common.loading} />
  if ('failure' in phase.answer) return <Notice kind="bad">{phase.answer.failure || common.failed}</Notice>
  return (
    <ShownContext.Provider value={shown}>
      {problem !== undefined && <Notice kind="bad">{problem}</Notice>}
      <view.Body value={phase.answer.value} />
      <Freshness at={phase.at} />
    </ShownContext.Provider>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <div className="card loading" role="status" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  )
}

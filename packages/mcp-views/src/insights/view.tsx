import { useRef, useState } from 'preact/hooks'
import { mount } from '../app/mount.tsx'
import { useShown } from '../app/shown.ts'
import type { Answer } from '../host/answer.ts'
import { Notice } from '../parts/notice.tsx'
import { Given } from '../parts/person.tsx'
import { type Choice, Choices } from './choices.tsx'
import { PeriodFigures } from './figures.tsx'
import { Funnel } from './funnel.tsx'
import { beginningOf, type Insights } from './records.ts'

/** How a guide does, against the period before. */
function InsightsView({ value }: { value: Insights }) {
  const { host, given, common } = useShown()
  /** What was chosen, until the answer to it has come. */
  const [wanted, setWanted] = useState<Choice>()
  const newest = useRef<Choice>(undefined)
  const [chosen, setChosen] = useState<{ of: Insights; answer: Answer<Insights> }>()
  const [last, setLast] = useState(value)
  // Fresh data of the host replaces what was chosen before.
  const answer = chosen?.of === value ? chosen.answer : undefined
  const failure = answer && 'failure' in answer ? answer.failure || common.failed : undefined
  const { data } = answer && 'value' in answer ? answer.value : answer ? last : value

  const choose = async (choice: Choice) => {
    const { id, days } = choice
    const { from, until, organisation_id } = given
    const period = days === undefined ? { from, until } : { from: beginningOf(days) }
    newest.current = choice
    setWanted(choice)
    const next = await host.call<Insights>('get_guide_insights', { id, organisation_id, ...period })
    if (newest.current !== choice) return
    setWanted(undefined)
    if ('value' in next) setLast(next.value)
    setChosen({ of: value, answer: next })
  }
  return (
    <section className="card" aria-labelledby="title">
      <header>
        <h2 id="title" className="clamp">
          <Given text={data.guide_title} />
        </h2>
      </header>
      {host.calls && <Choices data={data} wanted={wanted} onChoose={choose} />}
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      <div className="part" aria-live="polite" aria-busy={wanted !== undefined}>
        <PeriodFigures period={data.period} before={data.before} />
      </div>
      <Funnel data={data} />
    </section>
  )
}

mount<Insights>({
  tool: 'get_guide_insights',
  takes: ['from', 'until', 'organisation_id'],
  again: ({ data }) => ({ id: data.guide_id }),
  Body: InsightsView,
})

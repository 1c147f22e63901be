import { useEffect, useState } from 'preact/hooks'
import { mount } from '../app/mount.tsx'
import { useShown, useWords } from '../app/shown.ts'
import { Icon } from '../parts/icon.tsx'
import { Avatar, Given } from '../parts/person.tsx'
import { type Act, Acts } from './acts.tsx'
import { Figures } from './figures.tsx'
import type { History, ShownDetail } from './records.ts'
import { Steps } from './steps.tsx'
import { Timeline } from './timeline.tsx'
import { ENROLLMENT, type EnrollmentWords } from './words.ts'

/** One enrollment: how far it is, its dates, what happened, and what can be done about it. */
function EnrollmentView({ value: { data } }: { value: History }) {
  const words = useWords(ENROLLMENT)
  const detail = useDetail(data)
  const [act, setAct] = useState<Act>()
  return (
    <section className="card" aria-labelledby="title">
      <header className="row">
        <Avatar name={data.contact_name} />
        <div className="grow">
          <h2 id="title" className="clamp">
            <Given text={data.contact_name} />
          </h2>
          <p className="line soft">
            <Given text={[data.organisation_name, data.guide_title].filter(Boolean).join(', ')} />
            {data.people_count > 1 && `, ${words.people(data.people_count)}`}
          </p>
        </div>
        <Standing data={data} detail={detail} />
      </header>
      <div className="part">
        <Figures percentage={data.progress_percentage} detail={detail} />
      </div>
      <Steps history={data} onReview={() => setAct('review')} />
      <Acts {...{ data, detail, act, setAct }} />
      <Timeline history={data} />
    </section>
  )
}

/** The dates and the link, for who may read enrollments; without them the rest is shown all the same. */
function useDetail(data: History['data']): ShownDetail | undefined {
  const { host } = useShown()
  const [read, setRead] = useState<{ of: History['data']; detail: ShownDetail }>()
  useEffect(() => {
    if (!host.calls) return
    const ask = async () => {
      const answer = await host.call<{ data: ShownDetail }>('get_enrollment', { id: data.enrollment_id })
      if ('value' in answer) setRead({ of: data, detail: answer.value.data })
    }
    void ask()
  }, [host, data])
  return read?.of.enrollment_id === data.enrollment_id ? read.detail : undefined
}

const HEALTH = { late: 'late', at_risk: 'risk', on_track: 'done' } as const
const LOOKS = { late: 'bad', at_risk: 'warn', on_track: 'good' } as const

function Standing({ data, detail }: { data: History['data']; detail: ShownDetail | undefined }) {
  const { common } = useShown()
  const words = useWords(ENROLLMENT)
  const health = detail?.health ?? 'none'
  if (health !== 'none')
    return (
      <b className={`row ${LOOKS[health]}`}>
        <Icon name={HEALTH[health]} />
        {common.health[health]}
      </b>
    )
  // A status of a later version is shown as it is.
  return <span className="chip">{words.status[data.status as keyof EnrollmentWords['status']] ?? data.status}</span>
}

mount<History>({
  tool: 'get_enrollment_timeline',
  takes: [],
  again: ({ data }) => ({ id: data.enrollment_id }),
  Body: EnrollmentView,
})

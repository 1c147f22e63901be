import { useEffect, useRef, useState } from 'preact/hooks'
import { mount } from '../app/mount.tsx'
import { useShown, useWords } from '../app/shown.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { OpenLink } from '../parts/open-link.tsx'
import { Avatar, Given } from '../parts/person.tsx'
import { Remind } from '../parts/remind.tsx'
import { Reply } from '../parts/reply.tsx'
import { CopyLink } from './copy-link.tsx'
import { Figures } from './figures.tsx'
import { type History, type ShownDetail, waitsForReview } from './records.ts'
import { Review } from './review.tsx'
import { Timeline } from './timeline.tsx'
import { ENROLLMENT, type EnrollmentWords } from './words.ts'

type Act = 'remind' | 'answer' | 'review'

/** One enrollment: how far it is, its dates, what happened, and what can be done about it. */
function EnrollmentView({ value: { data } }: { value: History }) {
  const detail = useDetail(data)
  return (
    <section className="card" aria-labelledby="title">
      <header className="row">
        <Avatar name={data.contact_name} />
        <div className="grow">
          <h2 id="title" className="clamp">
            <Given text={data.contact_name} />
          </h2>
          <p className="line soft">
            <Given text={data.guide_title} />
          </p>
        </div>
        <Standing data={data} detail={detail} />
      </header>
      <div className="part">
        <Figures percentage={data.progress_percentage} detail={detail} />
      </div>
      <Acts data={data} detail={detail} />
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

function Acts({ data, detail }: { data: History['data']; detail: ShownDetail | undefined }) {
  const { host, common, refresh } = useShown()
  const words = useWords(ENROLLMENT)
  const [act, setAct] = useState<Act>()
  const [done, setDone] = useState<string>()
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What had the focus is gone.
    if (done !== undefined) part.current?.focus()
  }, [done])
  const { enrollment_id, contact_name: name, guide_title: guide } = data
  const isOpen = data.status === 'invited' || data.status === 'in_progress'

  const start = (next: Act) => () => {
    setDone(undefined)
    setAct(act === next ? undefined : next)
  }
  const close = () => setAct(undefined)
  const finish = (words: string) => () => {
    setAct(undefined)
    setDone(words)
    void refresh()
  }
  return (
    <div className="part" tabIndex={-1} ref={part}>
      <div className="row wrap">
        {host.calls && waitsForReview(data.happened) && (
          <Button kind="main" onClick={start('review')} expanded={act === 'review'}>
            <Icon name="review" />
            {words.review}
          </Button>
        )}
        {host.calls && (
          <Button onClick={start('answer')} expanded={act === 'answer'}>
            <Icon name="message" />
            {common.answer}
          </Button>
        )}
        {host.calls && isOpen && (
          <Button onClick={start('remind')} expanded={act === 'remind'}>
            <Icon name="bell" />
            {common.remind}
          </Button>
        )}
        {detail?.url && <CopyLink url={detail.url} />}
        <span className="grow" />
        <OpenLink url={data.url} />
      </div>
      {act === 'review' && <Review {...{ enrollment_id }} onDone={finish(words.reviewed)} onCancel={close} />}
      {act === 'answer' && <Reply {...{ enrollment_id }} onDone={finish(words.done.answer)} onCancel={close} />}
      {act === 'remind' && (
        <Remind {...{ enrollment_id, name, guide }} onDone={finish(words.done.remind)} onCancel={close} />
      )}
      {done !== undefined && <Notice kind="good">{done}</Notice>}
    </div>
  )
}

mount<History>({
  tool: 'get_enrollment_timeline',
  takes: [],
  again: ({ data }) => ({ id: data.enrollment_id }),
  Body: EnrollmentView,
})

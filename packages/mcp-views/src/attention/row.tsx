import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { Button } from '../parts/button.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { Avatar, Given, Quoted } from '../parts/person.tsx'
import { Remind } from '../parts/remind.tsx'
import { Reply } from '../parts/reply.tsx'
import { daysPast } from '../words/dates.ts'
import { DoneButton } from './done-button.tsx'
import { actOf, type Waiting } from './waiting.ts'
import { ATTENTION } from './words.ts'

/** An enrollment that needs attention, with what can be done about it. */
export function Row({ waiting }: { waiting: Waiting }) {
  const { host, common } = useShown()
  const words = useWords(ATTENTION)
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const opener = useRef<HTMLButtonElement>(null)
  const outcome = useRef<HTMLSpanElement>(null)
  // What had the focus is gone.
  useLayoutEffect(() => outcome.current?.focus(), [done])
  const { enrollment_id, contact_name, organisation_name, guide_title, next_step, url } = waiting
  const wanted = actOf(waiting)
  const act = wanted !== 'open' && host.calls ? wanted : 'open'

  const close = () => {
    setOpen(false)
    // It was drawn under another word meanwhile.
    requestAnimationFrame(() => opener.current?.focus())
  }
  const finish = () => {
    setFailure(undefined)
    setDone(act === 'answer' ? common.answered : act === 'done' ? words.is_done : common.reminded)
    setOpen(false)
  }
  const labels = { answer: common.answer_name, remind: common.remind_name, open: words.open_name }
  return (
    <li className={isOpen ? 'item is-open' : 'item'}>
      <div className="row">
        <Avatar name={contact_name} />
        <div className="grow">
          <p className="line">
            <Given className="strong" text={contact_name} />{' '}
            {organisation_name !== null && <Given className="soft" text={organisation_name} />}
          </p>
          <Subject waiting={waiting} isOpen={isOpen} />
        </div>
        <State waiting={waiting} />
        <div className="act">
          {done !== undefined ? (
            <span role="status" tabIndex={-1} ref={outcome}>
              {done}
            </span>
          ) : act === 'done' && next_step?.id ? (
            <DoneButton
              {...{ enrollment_id, step_id: next_step.id, title: next_step.title }}
              onDone={finish}
              onFailure={setFailure}
            />
          ) : act === 'open' || act === 'done' ? (
            host.opens && (
              <Button
                label={labels.open(contact_name)}
                onClick={() => host.open(url).catch(() => setDone(common.no_link))}
              >
                {words.open}
              </Button>
            )
          ) : (
            <Button
              buttonRef={opener}
              expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              {...(!isOpen && { label: labels[act](contact_name) })}
            >
              {isOpen ? common.close : common[act]}
            </Button>
          )}
        </div>
      </div>
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      {isOpen && act === 'remind' && (
        <Remind {...{ enrollment_id, name: contact_name, guide: guide_title }} onDone={finish} onCancel={close} />
      )}
      {isOpen && act === 'answer' && <Reply enrollment_id={enrollment_id} onDone={finish} onCancel={close} />}
    </li>
  )
}

/** The question, or else the step that is next and who looks after it. */
function Subject({
  waiting: { question, next_step, assignee_name, guide_title },
  isOpen,
}: {
  waiting: Waiting
  isOpen: boolean
}) {
  const { common } = useShown()
  const words = useWords(ATTENTION)
  if (question)
    return (
      <p className={isOpen ? 'quote whole' : 'quote'} title={common.customer}>
        <Quoted text={question.text} />
      </p>
    )
  return (
    <p className="line soft">
      <Quoted text={next_step?.title ?? guide_title} />
      {next_step?.is_ours && `, ${words.our_step}`}
      {assignee_name !== null && (
        <>
          {', '}
          <Given text={words.looked_after(assignee_name)} />
        </>
      )}
    </p>
  )
}

const LOOKS: Record<Waiting['reasons'][number]['kind'], { icon: IconName; look: string }> = {
  question: { icon: 'message', look: 'soft' },
  review: { icon: 'review', look: 'soft' },
  late: { icon: 'late', look: 'bad' },
  link_request: { icon: 'link', look: 'soft' },
  at_risk: { icon: 'risk', look: 'warn' },
  expiring: { icon: 'clock', look: 'warn' },
  stalled: { icon: 'clock', look: 'warn' },
  not_started: { icon: 'clock', look: 'soft' },
}

/** The most urgent reason, and since when. */
function State({ waiting: { reasons, next_step } }: { waiting: Waiting }) {
  const { place, common } = useShown()
  const words = useWords(ATTENTION)
  const [first] = reasons
  if (!first) return null
  const { kind, days } = first
  const due = next_step?.due_on ?? null
  const late = kind === 'late' && due !== null ? daysPast(place, due) : 0
  const { icon, look } = LOOKS[kind]
  return (
    <p className={`state ${look}`}>
      <Icon name={icon} />
      <span>
        {late > 0 ? common.days_late(late) : words.kinds[kind]}
        {days !== null && <span className="soft"> {words.since(days)}</span>}
      </span>
    </p>
  )
}

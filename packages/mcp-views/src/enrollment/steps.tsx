import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { Avatar, Given } from '../parts/person.tsx'
import { daysPast, dayText } from '../words/dates.ts'
import { ChangeStep } from './change-step.tsx'
import type { History, OpenStep } from './records.ts'
import { ENROLLMENT } from './words.ts'

interface StepsProps {
  history: History['data']
  /** Opens the reviews of what was sent. */
  onReview(): void
}

/** The steps that are to be done, by their dates, with who does them; each can be changed. */
export function Steps({ history, onReview }: StepsProps) {
  const { common } = useShown()
  const words = useWords(ENROLLMENT)
  const [done, setDone] = useState<string>()
  const part = useRef<HTMLDivElement>(null)
  // What had the focus is gone.
  useLayoutEffect(() => {
    if (done !== undefined) part.current?.focus()
  }, [done])
  const { enrollment_id, open_steps: steps = [], open_steps_count: count = 0 } = history
  if (count === 0 && done === undefined) return null
  return (
    <div className="steps-part" tabIndex={-1} ref={part}>
      <h3 className="part title">{words.open_steps(count)}</h3>
      <Blocker steps={steps} />
      <ul className="items">
        {steps.map((step) => (
          <StepRow key={step.id} {...{ enrollment_id, step, onReview }} onDone={setDone} />
        ))}
      </ul>
      {count > steps.length && <p className="part soft">{common.not_listed(count - steps.length)}</p>}
      {done !== undefined && <Notice kind="good">{done}</Notice>}
    </div>
  )
}

/** What is late the longest, in words. */
function Blocker({ steps: [first] }: { steps: readonly OpenStep[] }) {
  const { place } = useShown()
  const words = useWords(ENROLLMENT)
  const late = first?.due_on ? daysPast(place, first.due_on) : 0
  if (!first || late <= 0) return null
  return (
    <p className="part clamp">
      <Given text={words.is_late(first.title, late)} />
    </p>
  )
}

interface StepRowProps {
  enrollment_id: string
  step: OpenStep
  onReview(): void
  onDone(words: string): void
}

function StepRow({ enrollment_id, step, onReview, onDone }: StepRowProps) {
  const { host, common } = useShown()
  const words = useWords(ENROLLMENT)
  const [isOpen, setOpen] = useState(false)
  const { title, state, is_ours, who } = step
  const person = [is_ours ? words.us : null, who].filter((name) => name !== null).join(', ')
  return (
    <li className={isOpen ? 'item is-open' : 'item'}>
      <div className="row">
        <Avatar name={who ?? (is_ours ? words.us : title)} />
        <p className="grow clamp">
          <Given className="strong" text={title} /> {person !== '' && <Given className="soft" text={person} />}{' '}
          {state !== 'open' && <span className="chip">{words.states[state]}</span>}
        </p>
        <Due step={step} />
        {host.calls &&
          (state === 'submitted' ? (
            <Button label={words.review_name(title)} onClick={onReview}>
              {words.review}
            </Button>
          ) : (
            <Button
              kind="square"
              label={isOpen ? common.close : words.change_name(title)}
              expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name={isOpen ? 'removed' : 'changed'} />
            </Button>
          ))}
      </div>
      {isOpen && (
        <ChangeStep
          {...{ enrollment_id, step }}
          onCancel={() => setOpen(false)}
          onDone={(told) => {
            setOpen(false)
            onDone(told)
          }}
        />
      )}
    </li>
  )
}

function Due({ step: { due_on } }: { step: OpenStep }) {
  const { place, common } = useShown()
  const words = useWords(ENROLLMENT)
  if (due_on === null) return <span className="due soft">{words.no_date}</span>
  const late = daysPast(place, due_on)
  return (
    <span className={late > 0 ? 'due bad strong' : late === 0 ? 'due strong' : 'due'}>
      {late > 0 ? common.days_late(late) : late === 0 ? words.today : dayText(place, due_on)}
    </span>
  )
}

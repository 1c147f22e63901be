import { CircleAlert, FileCheck2, Link2, ListChecks, MessageCircle } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { OnlyUs } from '../../components/plan/only-us.tsx'
import { useCompleteStep } from '../../components/plan/use-complete-step.ts'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Link } from '../../workspace/link.tsx'
import { useCan } from '../../workspace/workspace.ts'
import { daysBetween, type WorkItem } from './groups.ts'
import { Question } from './question.tsx'

const ICONS = { step: ListChecks, question: MessageCircle, review: FileCheck2, link_request: Link2 }

type Sent = NonNullable<WorkItem['submission']>

interface WorkRowProps {
  item: WorkItem
  today: string
  /** Whether it says whose it is. */
  showsWho: boolean
  isOpen: boolean
  onToggle(): void
  /** Opens its review. */
  onReview(): void
}

/** Something that waits, with the customer, its date, and the button that does it. */
export function WorkRow({ item, today, showsWho, isOpen, onToggle, onReview }: WorkRowProps) {
  const { t } = useI18n()
  const { kind, enrollment_id, due_on, organisation_name, contact_name, assignee_name } = item
  const Icon = ICONS[kind]
  const isLate = due_on !== null && due_on < today
  const to = `/enrollments/${enrollment_id}`
  return (
    <li data-row tabIndex={-1} aria-label={titleOf(item, t)} className={isOpen ? 'open' : undefined}>
      <div className="work-row">
        <span className={isLate ? 'kind late' : 'kind'}>
          <Icon className="icon" aria-hidden />
        </span>
        <div className="grow">
          <b>{titleOf(item, t)}</b> {item.step?.internal && <OnlyUs />}
          <small>
            <About item={item} />
            {showsWho && `, ${assignee_name ?? t('work.nobody')}`}
          </small>
        </div>
        <Link to={to} className="customer">
          {organisation_name ?? contact_name}
        </Link>
        <When item={item} today={today} />
        <Act item={item} isOpen={isOpen} onToggle={onToggle} onReview={onReview} />
      </div>
      {isOpen && <Question item={item} onDone={onToggle} />}
    </li>
  )
}

function titleOf({ kind, step, message, contact_name }: WorkItem, t: ReturnType<typeof useI18n>['t']): string {
  if (kind === 'question')
    return t('work.asks', { name: message?.author_name ?? contact_name, text: message?.body ?? '' })
  if (kind === 'link_request') return t('work.wants_link', { name: contact_name })
  if (kind === 'review') return t('work.review_step', { step: step?.title ?? '' })
  return step?.title ?? ''
}

function About({ item }: { item: WorkItem }) {
  const { t, time, dayTime } = useI18n()
  const { kind, step, waiting_since, guide_title, messages_count, submission } = item
  if (kind === 'step') return t('work.our_step', { section: step?.section_title ?? guide_title })
  const at = waiting_since ?? ''
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const since = { time: isToday ? time(at) : dayTime(at) }
  if (kind === 'link_request') return t('work.asked', since)
  if (submission) return sentText(submission, since.time, t)
  return t('work.question', { ...since, count: messages_count })
}

/** How much was sent, by whom and when, and in which round after the first. */
function sentText({ sent_by, round, ...count }: Sent, time: string, t: ReturnType<typeof useI18n>['t']): string {
  const what =
    count.files_count > 0
      ? t('work.files', { count: count.files_count })
      : t('work.answers', { count: count.answers_count })
  const sent = sent_by === null ? what : t('work.sent', { what, name: sent_by, time })
  return round === 1 ? sent : `${sent}, ${t('work.round', { round })}`
}

/** The date as people say it. */
function When({ item: { kind, due_on }, today }: { item: WorkItem; today: string }) {
  const { t, date } = useI18n()
  if (kind !== 'step') return <span className="when">{t('work.today')}</span>
  if (due_on === null) return <span className="when" />
  const days = daysBetween(today, due_on)
  const shown = date(due_on)
  if (days < 0)
    return (
      <span className="when late" title={shown}>
        <CircleAlert className="icon" aria-hidden /> {t('work.days_late', { count: -days })}
      </span>
    )
  return <span className="when">{days === 0 ? t('work.today') : days === 1 ? t('work.tomorrow') : shown}</span>
}

type ActProps = Pick<WorkRowProps, 'item' | 'isOpen' | 'onToggle' | 'onReview'>

/** The button that does it, or opens it. */
function Act({ item, isOpen, onToggle, onReview }: ActProps) {
  const { t } = useI18n()
  const may = useCan('enrollments:write')
  const { kind, enrollment_id: id, step } = item
  const complete = useCompleteStep(step?.title ?? '')
  const isNarrow = useMediaQuery('(max-width: 47.99rem)')
  if (kind === 'question' && may)
    return (
      <Button aria-expanded={isOpen} data-act onClick={onToggle}>
        {t(isOpen ? 'common.close' : 'work.answer')}
      </Button>
    )
  if (kind === 'review')
    return (
      <Button data-act aria-label={t('work.review_step', { step: step?.title ?? '' })} onClick={onReview}>
        {t('work.review')}
      </Button>
    )
  if (kind === 'step' && may)
    return (
      <Button
        data-act
        busy={complete.isPending}
        onClick={() => complete.mutate({ id, step_id: step?.id ?? '' })}
        aria-label={t('work.mark_done', { step: step?.title ?? '' })}
      >
        {t(isNarrow ? 'work.done_short' : 'work.done')}
      </Button>
    )
  return (
    <Link to={`/enrollments/${id}`} className="btn side">
      {t('work.open')}
    </Link>
  )
}

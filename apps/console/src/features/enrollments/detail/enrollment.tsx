import { useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { lazyDialog } from '../../../components/loading/lazy-dialog.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { Meter, Status } from '../../../components/status.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useFilters } from '../../../workspace/link.tsx'
import { usePageId } from '../../../workspace/page-id.ts'
import { Reviewing } from '../../reviews/reviewing.tsx'
import { isDated, PlanFacts } from '../dates/plan-facts.tsx'
import { PlanTimeline } from '../timeline/plan-timeline.tsx'
import { EnrollmentActions } from './actions/actions.tsx'
import { EmailProblem } from './email-problem.tsx'
import { Emails } from './emails.tsx'
import { Facts } from './facts.tsx'
import { Files } from './files.tsx'
import { Messages } from './messages.tsx'
import { Notes } from './notes/notes.tsx'
import { People } from './people/people.tsx'
import { Steps } from './steps.tsx'
import { Timeline } from './timeline.tsx'
import './enrollment.css'

const ApprovalRecord = lazyDialog(() => import('./approvals/approval-record.tsx'), 'ApprovalRecord', 'approval')

type Enrollment = Data<'getEnrollment'>

/** The page of an enrollment: progress, answers, messages and actions. */
export function EnrollmentPage() {
  const query = useOperation('getEnrollment', { id: usePageId() }, { every: 30_000 })
  return (
    <QueryView query={query} list="/enrollments">
      {({ data }) => <Shown enrollment={data} />}
    </QueryView>
  )
}

const TABS = ['steps', 'timeline', 'messages', 'notes', 'files', 'emails'] as const
type Tab = (typeof TABS)[number]

function Shown({ enrollment }: { enrollment: Enrollment }) {
  const { t } = useI18n()
  const [{ tab: asked, review, approval }, change] = useFilters()
  const [byDefault] = useState<Tab>(enrollment.unread_messages_count > 0 ? 'messages' : 'steps')
  const tabs = TABS.filter((one) => one !== 'timeline' || isDated(enrollment))
  const tab = tabs.find((one) => one === asked) ?? byDefault
  const counts: Partial<Record<Tab, number>> = {
    messages: enrollment.messages_count,
    files: enrollment.files.length,
  }
  const { completed_steps, total_steps, percentage } = enrollment.progress
  return (
    <>
      <EnrollmentActions enrollment={enrollment} />
      <EmailProblem enrollment={enrollment} />
      {isDated(enrollment) && <PlanFacts enrollment={enrollment} />}
      {/* The timeline needs the whole width. */}
      <div className={tab === 'timeline' ? 'cols' : 'cols detail-cols'}>
        <section className="card" aria-label={t('enrollment.way')}>
          <div className="pad all row wrap way">
            <Status enrollment={enrollment} />
            <span className="grow">
              <Meter percentage={percentage} alone />
            </span>
            <b>{t('enrollment.steps_done', { done: completed_steps, count: total_steps })}</b>
          </div>
          <div className="tabs" role="tablist" aria-label={t('enrollment.parts')}>
            {tabs.map((one) => (
              <button
                key={one}
                type="button"
                role="tab"
                id={`tab-${one}`}
                aria-selected={one === tab}
                aria-controls="tab-panel"
                onClick={() => change({ tab: one })}
              >
                {t(`enrollment.tab.${one}`)}
                {counts[one] ? <span className="n">{counts[one]}</span> : null}
              </button>
            ))}
          </div>
          <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
            {tab === 'steps' && <Steps enrollment={enrollment} onReview={(step_id) => change({ review: step_id })} />}
            {tab === 'timeline' && <PlanTimeline id={enrollment.id} />}
            {tab === 'messages' && <Messages enrollment={enrollment} />}
            {tab === 'notes' && <Notes id={enrollment.id} />}
            {tab === 'files' && <Files enrollment={enrollment} />}
            {tab === 'emails' && <Emails enrollment={enrollment} />}
          </div>
        </section>
        {tab !== 'timeline' && (
          <div className="stack">
            <People enrollment={enrollment} />
            <Facts enrollment={enrollment} />
            <Timeline enrollment={enrollment} />
          </div>
        )}
      </div>
      <StepReviews id={enrollment.id} open={review} onGo={(step_id) => change({ review: step_id })} />
      {approval !== undefined && (
        <ApprovalRecord
          at={{ id: enrollment.id, approval_id: approval }}
          onClose={() => change({ approval: undefined })}
        />
      )}
    </>
  )
}

interface StepReviewsProps {
  /** The id of the enrollment. */
  id: string
  /** The id of the step whose review is open. */
  open: string | undefined
  onGo(step_id: string | undefined): void
}

/** The reviews of the steps of an enrollment, one of which may be open over the page. */
function StepReviews({ id, open, onGo }: StepReviewsProps) {
  const { data } = useOperation('getEnrollmentSteps', { id }, { enabled: open !== undefined })
  const waiting = (data?.data.steps ?? []).filter(({ state }) => state === 'submitted')
  const placeOf = (step_id: string) => ({ enrollment_id: id, step_id })
  return (
    <Reviewing
      at={open === undefined ? undefined : placeOf(open)}
      waiting={waiting.map((step) => placeOf(step.id))}
      onGo={(place) => onGo(place?.step_id)}
    />
  )
}

import { ArrowRight, Bell } from 'lucide-react'
import type { Data } from '../../../../api/operations.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../components/button.tsx'
import { contactName } from '../../../../components/contact-name.ts'
import { useI18n } from '../../../../i18n/i18n.ts'
import { useFilters } from '../../../../workspace/link.tsx'
import { useSendReminder } from '../../use-send-reminder.ts'
import { focusPlace } from '../focus-place.ts'
import { useRemindPeople } from './use-remind-people.ts'

type Enrollment = Data<'getEnrollment'>
type Steps = Data<'getEnrollmentSteps'>

/** The main button of an open enrollment: in a plan it reminds whoever holds it up, otherwise the contact. */
export function MainAction({ enrollment }: { enrollment: Enrollment }) {
  const isPlan = useIsPlan(enrollment)
  if (isPlan === undefined) return null
  return isPlan ? <HeldUp enrollment={enrollment} /> : <RemindContact enrollment={enrollment} />
}

/** Whether an enrollment has a plan; undefined until it is known. */
export function useIsPlan({ id, participants_count }: Enrollment): boolean | undefined {
  const plan = useOperation('getEnrollmentSteps', { id }).data?.data
  return plan && (participants_count > 0 || plan.sections.some(isPlanned) || plan.steps.some(isPlannedStep))
}

/** Whether nobody can do anything in an open plan now: then its link is the main thing. */
export function useWaitsForNobody(enrollment: Enrollment): boolean {
  const { id, status } = enrollment
  const isOpen = status === 'invited' || status === 'in_progress'
  const isPlan = useIsPlan(enrollment) === true
  const heldUp = useOperation('getHeldUpStep', { id }, { enabled: isOpen && isPlan }).data?.data
  return isOpen && isPlan && heldUp?.step === null
}

function isPlanned({ waits_for }: Steps['sections'][number]): boolean {
  return waits_for !== null
}

function isPlannedStep({ responsible, due_on, needs_review }: Steps['steps'][number]): boolean {
  return responsible !== 'anyone' || due_on !== null || needs_review
}

function RemindContact({ enrollment: { id, contact } }: { enrollment: Enrollment }) {
  const { t } = useI18n()
  const remind = useSendReminder(contactName(contact))
  return (
    <Button look="main" busy={remind.isPending} onClick={() => remind.mutate({ id })}>
      <Bell className="icon" aria-hidden />
      {t('enrollment.remind')}
    </Button>
  )
}

function HeldUp({ enrollment }: { enrollment: Enrollment }) {
  const { id, participants_count, contact } = enrollment
  const { t } = useI18n()
  const heldUp = useOperation('getHeldUpStep', { id }).data?.data
  const participants = useOperation('listParticipants', { id, per_page: 100 }, { enabled: participants_count > 0 }).data
    ?.data
  const remind = useRemindPeople(id)
  if (!heldUp || (participants_count > 0 && !participants)) return null
  const { step, people } = heldUp
  if (step && people.length === 0) return <Ours step={step} />
  // Copying the link is the main action then.
  if (!step) return null
  const named = people.map(({ participant_id, name }) => {
    const of = participant_id === null ? contact : participants?.find((one) => one.id === participant_id)
    return { participant_id, name: of?.first_name || name || contactName(contact) }
  })
  return (
    <Button look="main" className="main-action" busy={remind.isPending} onClick={() => remind.mutate(named)}>
      <Bell className="icon" aria-hidden />
      <span>{textOf(named, t)}</span>
    </Button>
  )
}

function textOf(people: readonly { name: string }[], t: ReturnType<typeof useI18n>['t']): string {
  const [first, second, ...others] = people.map(({ name }) => name)
  if (first === undefined || second === undefined) return t('holds_up.remind', { name: first ?? '' })
  if (others.length === 0) return t('holds_up.remind_two', { name: first, other: second })
  return t('holds_up.remind_many', { count: people.length })
}

/** What is next is the team's: the button opens it. */
function Ours({ step }: { step: NonNullable<Data<'getHeldUpStep'>['step']> }) {
  const { t } = useI18n()
  const [, change] = useFilters()
  const { kind, step_id, section_id, title } = step
  const place = step_id ?? section_id
  const open = () => {
    if (kind === 'review') return change({ review: step_id ?? undefined })
    change({ tab: 'steps', at: place })
    focusPlace(place)
  }
  return (
    <Button look="main" className="main-action" onClick={open}>
      <ArrowRight className="icon" aria-hidden />
      <span>{t(`holds_up.ours_${kind}`, { title })}</span>
    </Button>
  )
}

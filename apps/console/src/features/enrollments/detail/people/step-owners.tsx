import type { Data } from '../../../../api/operations.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Avatar } from '../../../../components/avatar.tsx'
import { contactName } from '../../../../components/contact-name.ts'

type Steps = Data<'getEnrollmentSteps'>

interface StepOwnersProps {
  step: Pick<Steps['sections'][number]['steps'][number], 'id' | 'responsible'>
  /** The steps that were passed on alone. */
  passed: Steps['passed']
  enrollment: Data<'getEnrollment'>
}

/** Who of the customer does a step, where several people take part: whom it was passed on to, who has its role, or the primary contact. */
export function StepOwners({ step, passed, enrollment }: StepOwnersProps) {
  const { id, participants_count, contact } = enrollment
  const isShared = participants_count > 0
  const participants = useOperation('listParticipants', { id, per_page: 100 }, { enabled: isShared }).data?.data
  if (!isShared || !participants) return null
  const to = passed.find(({ step_id }) => step_id === step.id)
  if (step.responsible === 'anyone' && !to) return null
  const holders = participants.filter((one) => (to ? one.id === to.participant_id : one.role_id === step.responsible))
  const names = holders.length > 0 ? holders.map(contactName) : [contactName(contact)]
  return (
    <span className="owner">
      {names.map((name) => (
        <span key={name} className="owner">
          <Avatar name={name} small /> {name}
        </span>
      ))}
    </span>
  )
}

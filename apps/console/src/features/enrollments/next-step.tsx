import { UserRound, Users } from 'lucide-react'
import { call } from '../../api/call.ts'
import type { Item } from '../../api/operations.ts'
import { type BatchedQuery, useBatched } from '../../api/use-batched.ts'
import { Avatar } from '../../components/avatar.tsx'
import { TeamMark } from '../../components/plan/team-mark.tsx'
import { useI18n } from '../../i18n/i18n.ts'

export type NextStep = Item<'listNextSteps'>['next_step']

const NEXT_STEPS: BatchedQuery<NextStep> = {
  name: 'listNextSteps',
  async ask(enrollment_ids, workspace) {
    const { value } = await call('listNextSteps', { enrollment_ids }, { workspace })
    return new Map(value.data.map(({ enrollment_id, next_step }) => [enrollment_id, next_step]))
  },
}

/** The next step of an enrollment. Those of all rows of a list are requested together. */
export function NextStepOf({ id }: { id: string }) {
  const step = useBatched(NEXT_STEPS, id)
  return step ? <NextStepText step={step} /> : null
}

/** What is next, and who has it: the team square, a person round, anyone in a dashed ring. */
export function NextStepText({ step }: { step: NextStep }) {
  const { t } = useI18n()
  const { kind, title } = step
  const texts = {
    step: title,
    review: t('plan_next.review', { step: title }),
    open_section: t('plan_next.open_section', { section: title }),
  }
  return (
    <span className="row next-step">
      <Who step={step} />
      <span>
        <span className="cut-2">{texts[kind]}</span>
        <small>{useWho()(step)}</small>
      </span>
    </span>
  )
}

function Who({ step: { responsible, person_name } }: { step: NextStep }) {
  if (responsible === 'team') return <TeamMark />
  if (person_name !== null) return <Avatar name={person_name} small />
  const Icon = responsible === 'anyone' ? Users : UserRound
  return (
    <span className="anyone-mark" aria-hidden>
      <Icon className="icon" />
    </span>
  )
}

/** Who has a step, in words: "IT, Yuki Tanaka". */
function useWho(): (step: NextStep) => string {
  const { t } = useI18n()
  return ({ responsible, role_name, person_name }) => {
    if (responsible === 'team') return [t('plan_next.us'), person_name].filter(Boolean).join(', ')
    const parts = [role_name, person_name].filter(Boolean)
    return parts.length > 0 ? parts.join(', ') : t('plan_next.anyone')
  }
}

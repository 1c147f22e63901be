import { Check, Flag, Mail, MessageCircle, Play, UserPlus } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { useAnswer } from '../../../api/use-operation.ts'
import { type Happened, Happenings } from '../../../components/timeline.tsx'
import { useWords } from '../../../i18n/i18n.ts'

const MOST = 12

/** What happened, newest first. */
export function Timeline({ enrollment }: { enrollment: Data<'getEnrollment'> }) {
  const { say } = useWords()
  const { id, created_at, started_at, completed_at } = enrollment
  const steps = useAnswer('getEnrollmentSteps', { id })
  const emails = useAnswer('listEmails', { enrollment_id: id, per_page: MOST })
  const messages = useAnswer('listMessages', { id, per_page: MOST })
  const way = steps.data?.data
  const titles = new Map(way?.sections.flatMap((section) => section.steps).map((step) => [step.id, step.title]))
  const happened: Happened[] = [
    { at: created_at, icon: UserPlus, text: say('timeline.enrolled') },
    ...(started_at ? [{ at: started_at, icon: Play, text: say('timeline.started') }] : []),
    ...(completed_at ? [{ at: completed_at, icon: Flag, text: say('timeline.completed'), good: true }] : []),
    ...(way?.completions ?? []).map(({ step_id, completed_at: at, completed_by }) => ({
      at,
      icon: Check,
      good: true,
      text: say(completed_by === 'contact' || completed_by === null ? 'timeline.step' : 'timeline.step_marked', {
        step: titles.get(step_id) ?? say('timeline.gone_step'),
      }),
    })),
    ...(emails.data?.data ?? []).map(({ created_at: at, subject }) => ({ at, icon: Mail, text: subject })),
    ...(messages.data?.data ?? []).map(({ created_at: at, author_name }) => ({
      at,
      icon: MessageCircle,
      text: say('timeline.wrote', { name: author_name }),
    })),
  ]
  return <Happenings happened={happened} most={MOST} asked={[steps, emails, messages]} />
}

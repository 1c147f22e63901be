import { Check, Flag, Mail, MailWarning, MessageCircle, Play, UserPlus } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { byProgram } from '../../../components/by-program.ts'
import { TimelineCard, type TimelineEntry } from '../../../components/timeline.tsx'
import { useI18n } from '../../../i18n/i18n.ts'

const LIMIT = 12

/** The activity of an enrollment, newest first. */
export function Timeline({ enrollment }: { enrollment: Data<'getEnrollment'> }) {
  const i18n = useI18n()
  const { t } = i18n
  const { id, created_at, started_at, completed_at } = enrollment
  const steps = useOperation('getEnrollmentSteps', { id })
  const emails = useOperation('listEmails', { enrollment_id: id, per_page: LIMIT })
  const messages = useOperation('listMessages', { id, per_page: LIMIT })
  const way = steps.data?.data
  const titles = new Map(way?.sections.flatMap((section) => section.steps).map((step) => [step.id, step.title]))
  const timeline: TimelineEntry[] = [
    { at: created_at, icon: UserPlus, text: t('timeline.enrolled') },
    ...(started_at ? [{ at: started_at, icon: Play, text: t('timeline.started') }] : []),
    ...(completed_at ? [{ at: completed_at, icon: Flag, text: t('timeline.completed'), good: true }] : []),
    ...(way?.completions ?? []).map(({ step_id, completed_at: at, ...by }) => {
      const step = titles.get(step_id) ?? t('timeline.gone_step')
      const name = by.participant_name ?? t('people.former')
      const text =
        by.participant_id !== null
          ? t('timeline.step_of', { name, step })
          : t(by.completed_by === 'contact' || by.completed_by === null ? 'timeline.step' : 'timeline.step_marked', {
              step,
            })
      return { at, icon: Check, good: true, text }
    }),
    ...(emails.data?.data ?? []).map(({ created_at: at, subject, status }) =>
      status === 'failed' || status === 'kept'
        ? { at, icon: MailWarning, text: t(`timeline.mail_${status}`, { subject }) }
        : { at, icon: Mail, text: subject },
    ),
    ...(messages.data?.data ?? []).map(({ created_at: at, author_name, written_with, by_mail }) => ({
      at,
      icon: MessageCircle,
      text: t(by_mail ? 'timeline.wrote_by_mail' : 'timeline.wrote', {
        name: byProgram(i18n, author_name, written_with),
      }),
    })),
  ]
  return <TimelineCard entries={timeline} most={LIMIT} queries={[steps, emails, messages]} />
}

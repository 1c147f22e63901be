import { Mail, UserPlus } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { TimelineCard, type TimelineEntry } from '../../../components/timeline.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { enrollmentEvents } from '../../enrollments/enrollment-events.ts'

const LIMIT = 12

/** The activity of a contact in all guides. */
export function ContactTimeline({ contact: { id, created_at } }: { contact: Data<'getContact'> }) {
  const i18n = useI18n()
  const enrollments = useOperation('listEnrollments', { contact_id: id, per_page: LIMIT })
  const emails = useOperation('listEmails', { contact_id: id, per_page: LIMIT })
  const timeline: TimelineEntry[] = [
    { at: created_at, icon: UserPlus, text: i18n.t('timeline.added') },
    ...(enrollments.data?.data ?? []).flatMap((enrollment) => enrollmentEvents(enrollment, i18n)),
    ...(emails.data?.data ?? []).map(({ created_at: at, subject }) => ({ at, icon: Mail, text: subject })),
  ]
  return <TimelineCard entries={timeline} most={LIMIT} queries={[enrollments, emails]} />
}

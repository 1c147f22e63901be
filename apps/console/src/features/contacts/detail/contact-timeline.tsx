import { Mail, UserPlus } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { useAnswer } from '../../../api/use-operation.ts'
import { type Happened, Happenings } from '../../../components/timeline.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { happenedIn } from '../../enrollments/enrollment-events.ts'

const MOST = 12

/** What a contact was sent and did, in all guides. */
export function ContactTimeline({ contact: { id, created_at } }: { contact: Data<'getContact'> }) {
  const words = useWords()
  const enrollments = useAnswer('listEnrollments', { contact_id: id, per_page: MOST })
  const emails = useAnswer('listEmails', { contact_id: id, per_page: MOST })
  const happened: Happened[] = [
    { at: created_at, icon: UserPlus, text: words.say('timeline.added') },
    ...(enrollments.data?.data ?? []).flatMap((enrollment) => happenedIn(enrollment, words)),
    ...(emails.data?.data ?? []).map(({ created_at: at, subject }) => ({ at, icon: Mail, text: subject })),
  ]
  return <Happenings happened={happened} most={MOST} asked={[enrollments, emails]} />
}

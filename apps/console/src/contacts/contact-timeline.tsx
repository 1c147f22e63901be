import { Mail, UserPlus } from 'lucide-react'
import { useAnswer } from '../door/hooks.ts'
import type { Data } from '../door/operations.ts'
import { happenedIn } from '../enrollments/happened.ts'
import { type Happened, Happenings } from '../parts/happenings.tsx'
import { useWords } from '../words/words.ts'

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

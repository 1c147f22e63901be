import { Flag, Mail, Play, Route, UserPlus } from 'lucide-react'
import { useAnswer } from '../door/hooks.ts'
import type { Data } from '../door/operations.ts'
import { type Happened, Happenings } from '../parts/happenings.tsx'
import { useWords } from '../words/words.ts'

const MOST = 12

/** What a contact was sent and did, in all guides. */
export function ContactTimeline({ contact: { id, created_at } }: { contact: Data<'getContact'> }) {
  const { say } = useWords()
  const enrollments = useAnswer('listEnrollments', { contact_id: id, per_page: MOST })
  const emails = useAnswer('listEmails', { contact_id: id, per_page: MOST })
  const happened: Happened[] = [
    { at: created_at, icon: UserPlus, text: say('timeline.added') },
    ...(enrollments.data?.data ?? []).flatMap(({ guide_title: guide, created_at: at, started_at, completed_at }) => [
      { at, icon: Route, text: say('timeline.enrolled_in', { guide }) },
      ...(started_at ? [{ at: started_at, icon: Play, text: say('timeline.started_guide', { guide }) }] : []),
      ...(completed_at
        ? [{ at: completed_at, icon: Flag, text: say('timeline.completed_guide', { guide }), good: true }]
        : []),
    ]),
    ...(emails.data?.data ?? []).map(({ created_at: at, subject }) => ({ at, icon: Mail, text: subject })),
  ]
  return <Happenings happened={happened} most={MOST} asked={[enrollments, emails]} />
}

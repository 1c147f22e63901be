import { Building2, UserPlus } from 'lucide-react'
import type { Data } from '../../api/operations.ts'
import { useAnswer } from '../../api/use-operation.ts'
import { contactName } from '../../components/contact-name.ts'
import { type Happened, Happenings } from '../../components/timeline.tsx'
import { useWords } from '../../i18n/i18n.ts'
import { happenedIn } from '../enrollments/enrollment-events.ts'

const MOST = 8
/** What was made long ago can be completed today. */
const LOOKED_AT = 100

/** Who came to an organisation, and what they did, in all guides. */
export function OrganisationTimeline({ organisation: { id, created_at } }: { organisation: Data<'getOrganisation'> }) {
  const words = useWords()
  const contacts = useAnswer('listContacts', { organisation_id: id, per_page: MOST })
  const enrollments = useAnswer('listEnrollments', { organisation_id: id, per_page: LOOKED_AT })
  const of = (name: string, what: Happened): Happened => ({
    ...what,
    text: words.say('timeline.of', { name, what: what.text }),
  })
  const added = { icon: UserPlus, text: words.say('timeline.added') }
  const happened: Happened[] = [
    { at: created_at, icon: Building2, text: words.say('timeline.added') },
    ...(contacts.data?.data ?? []).map((contact) => of(contactName(contact), { ...added, at: contact.created_at })),
    ...(enrollments.data?.data ?? []).flatMap((one) =>
      happenedIn(one, words).map((what) => of(one.contact_name, what)),
    ),
  ]
  return <Happenings happened={happened} most={MOST} asked={[contacts, enrollments]} />
}

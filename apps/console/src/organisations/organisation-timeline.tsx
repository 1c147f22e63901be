import { Building2, UserPlus } from 'lucide-react'
import { contactName } from '../contacts/contact-name.ts'
import { useAnswer } from '../door/hooks.ts'
import type { Data } from '../door/operations.ts'
import { happenedIn } from '../enrollments/happened.ts'
import { type Happened, Happenings } from '../parts/happenings.tsx'
import { useWords } from '../words/words.ts'

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

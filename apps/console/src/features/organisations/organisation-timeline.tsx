import { Building2, UserPlus } from 'lucide-react'
import type { Data } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { contactName } from '../../components/contact-name.ts'
import { TimelineCard, type TimelineEntry } from '../../components/timeline.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { enrollmentEvents } from '../enrollments/enrollment-events.ts'

const LIMIT = 8
/** The number of records considered, since an old enrollment can be completed today. */
const LOOKED_AT = 100

/** The activity of the contacts of an organisation in all guides. */
export function OrganisationTimeline({ organisation: { id, created_at } }: { organisation: Data<'getOrganisation'> }) {
  const i18n = useI18n()
  const contacts = useOperation('listContacts', { organisation_id: id, per_page: LIMIT })
  const enrollments = useOperation('listEnrollments', { organisation_id: id, per_page: LOOKED_AT })
  const of = (name: string, what: TimelineEntry): TimelineEntry => ({
    ...what,
    text: i18n.t('timeline.of', { name, what: what.text }),
  })
  const added = { icon: UserPlus, text: i18n.t('timeline.added') }
  const timeline: TimelineEntry[] = [
    { at: created_at, icon: Building2, text: i18n.t('timeline.added') },
    ...(contacts.data?.data ?? []).map((contact) => of(contactName(contact), { ...added, at: contact.created_at })),
    ...(enrollments.data?.data ?? []).flatMap((one) =>
      enrollmentEvents(one, i18n).map((what) => of(one.contact_name, what)),
    ),
  ]
  return <TimelineCard entries={timeline} most={LIMIT} queries={[contacts, enrollments]} />
}

import { type Bound, operations } from '../../src/index.ts'
import type { Act } from './act.ts'
import type { Pair, Start } from './pairs.ts'

const { createContact, createGuide, createGuideDraft, enrollContacts, getDraftOutline, importContacts, publishGuide } =
  operations
const { publishGuideDraft, rescheduleEnrollment, sendReminders } = operations

/** The records of pairs about what assistants do; empty in the others. */
export interface Drafted {
  /** A guide with a draft, its revision, and a confirmation of publishing exactly that. */
  drafted: string
  revision: string
  toPublish: string
  /** A published guide, two contacts who are not enrolled in it, and a confirmation of enrolling them. */
  enrolling: Record<string, unknown>
  ida: string
  /** Arguments with a confirmation. */
  importing: Record<string, unknown>
  reminding: Record<string, unknown>
  rescheduling: Record<string, unknown>
}

export const NOTHING_DRAFTED: Drafted = {
  ...{ drafted: '', revision: '', toPublish: '', ida: '' },
  ...{ enrolling: {}, importing: {}, reminding: {}, rescheduling: {} },
}

export async function makeDrafted(bound: Bound, { enrollment }: Pick<Start, 'enrollment'>): Promise<Drafted> {
  const sections = [{ title: 'One', steps: [{ title: 'A' }] }]
  const { data: draft } = await bound.invoke(createGuideDraft, { title: 'Drafted', sections })
  const { revision } = (await bound.invoke(getDraftOutline, { id: draft.id })).data
  const { data: publishing } = await bound.invoke(publishGuideDraft, { id: draft.id, revision })
  const { data: guide } = await bound.invoke(createGuide, { title: 'Enrolling', sections })
  await bound.invoke(publishGuide, { id: guide.id })
  const contact = async (name: string) =>
    (await bound.invoke(createContact, { email: `${name}@example.com`, first_name: name })).data.id
  const [ida, joe] = [await contact('ida'), await contact('joe')]
  const enrolling = { guide_id: guide.id, contact_ids: [ida, joe] }
  const importing = { contacts: [{ email: 'kim@example.com', first_name: 'kim', organisation: 'North' }] }
  const reminding = { ids: [enrollment] }
  const rescheduling = { id: enrollment, target_date: '2031-06-02' }
  const { data: moved } = await bound.invoke(rescheduleEnrollment, rescheduling)
  return {
    ...{ drafted: draft.id, revision, toPublish: publishing.confirmation ?? '', ida },
    enrolling: { ...enrolling, confirmation: (await bound.invoke(enrollContacts, enrolling)).data.confirmation },
    importing: { ...importing, confirmation: (await bound.invoke(importContacts, importing)).data.confirmation },
    rescheduling: { ...rescheduling, confirmation: moved.confirmation },
    reminding: { ...reminding, confirmation: (await bound.invoke(sendReminders, reminding)).data.confirmation },
  }
}

const edit = ({ drafted: id, revision }: Start, title: string): Act => ({
  operation: 'edit_guide_draft',
  input: { id, revision, changes: [{ action: 'insert_section', section: { title, steps: [{ title }] } }] },
})
const publish = ({ drafted: id, revision, toPublish: confirmation }: Start): Act => ({
  operation: 'publish_guide_draft',
  input: { id, revision, confirmation },
})
const enroll = ({ enrolling: input }: Start): Act => ({ operation: 'enroll_contacts', input })
const importing = ({ importing: input }: Start): Act => ({ operation: 'import_contacts', input })
const remind = ({ reminding: input }: Start): Act => ({ operation: 'send_reminders', input })
const reschedule = ({ rescheduling: input }: Start): Act => ({ operation: 'reschedule_enrollment', input })

/** Pairs about drafts that several write, and about confirmations. */
export const DRAFTED_PAIRS: Pair[] = [
  { name: 'edit one revision of a draft twice', acts: (s) => [edit(s, 'X'), edit(s, 'Y')] },
  { name: 'edit a draft, and publish it with a confirmation', acts: (s) => [edit(s, 'X'), publish(s)] },
  {
    name: 'rename a guide, and publish it with a confirmation',
    acts: (s) => [{ operation: 'update_guide', input: { id: s.drafted, title: 'Renamed' } }, publish(s)],
  },
  { name: 'publish twice with one confirmation', acts: (s) => [publish(s), publish(s)] },
  { name: 'enroll many twice with one confirmation', acts: (s) => [enroll(s), enroll(s)] },
  { name: 'import twice with one confirmation', acts: (s) => [importing(s), importing(s)] },
  { name: 'remind twice with one confirmation', acts: (s) => [remind(s), remind(s)] },
  { name: 'reschedule twice with one confirmation', acts: (s) => [reschedule(s), reschedule(s)] },
  {
    name: 'reschedule with a confirmation, and give another target',
    acts: (s) => [
      reschedule(s),
      { operation: 'update_enrollment', input: { id: s.enrollment, target_date: '2031-07-07' } },
    ],
  },
]

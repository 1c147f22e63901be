import { type Bound, operations } from '../src/index.ts'
import type { StoredStep } from '../src/storage/tables/guides.ts'
import type { Instance } from './instance.ts'
import { addMember } from './people.ts'

const { createContact, createEnrollment, createGuide, publishGuide } = operations

type Given = { title: string } & Partial<Omit<StoredStep, 'id' | 'title' | 'estimated_minutes'>>

let people = 0

/** A new member. */
export async function anyMember(instance: Instance): Promise<string> {
  return (await addMember(instance, `member-${++people}@example.com`, 'editor')).id
}

/** A published guide of one section, with the ids of its steps. */
export async function guideOf(bound: Bound, ...steps: Given[]) {
  const { data } = await bound.invoke(createGuide, { title: 'Go live', sections: [{ title: 'All', steps }] })
  const published = (await bound.invoke(publishGuide, { id: data.id })).data
  return { id: published.id, ids: published.sections.flatMap((section) => section.steps.map(({ id }) => id)) }
}

/** A new contact in a guide, as an enrollment. */
export async function enrollIn(bound: Bound, guide_id: string, assignee_id: string | null = null) {
  const email = `contact-${++people}@example.com`
  const { data: contact } = await bound.invoke(createContact, { email, first_name: 'Pia' })
  return (await bound.invoke(createEnrollment, { contact_id: contact.id, guide_id, assignee_id })).data
}

import { findContact } from '../contacts/store.ts'
import type { Context } from '../context.ts'
import type { Language } from '../contract/languages.ts'
import { participantIn } from '../enrollments/participants/person.ts'
import { findParticipant } from '../enrollments/participants/store.ts'
import { findEnrollment } from '../enrollments/store.ts'
import { notFound } from '../errors.ts'
import type { Reader } from '../storage/database.ts'
import { dayIn } from '../times.ts'
import { addCalendarDays } from '../working-calendar/working-days.ts'
import { findWorkspace } from '../workspaces/store.ts'
import type { CalendarDay } from './calendar.ts'
import { contactDays } from './contact-days.ts'
import { memberDays } from './member-days.ts'
import type { ownerOf } from './store.ts'

type Owner = NonNullable<Awaited<ReturnType<typeof ownerOf>>>

/** How long dates that have passed stay in the calendar of a member. */
const PAST_DAYS = 30

/** The calendar of its owner. @throws AppError `not_found` if that person has no dates any more */
export async function calendarOf(
  reader: Reader,
  { settings, now }: Pick<Context, 'settings' | 'now'>,
  { member, contact }: Owner,
): Promise<{ name: string; language: Language; days: CalendarDay[] }> {
  const { workspace_id } = member ?? contact
  const workspace = await findWorkspace(reader, workspace_id)
  if (!workspace || workspace.ended_at !== null) throw notFound()
  const { name, time_zone, default_language } = workspace
  if (member) {
    const from = addCalendarDays(dayIn(time_zone, now()), -PAST_DAYS) ?? ''
    const days = await memberDays(reader, { ...member, from, publicUrl: settings.publicUrl })
    return { name, language: default_language, days }
  }
  const person = await personOf(reader, contact)
  const days = await contactDays(reader, person.enrollment, contact.person)
  return { name, language: person.language ?? default_language, days }
}

/** The enrollment of a person who takes part in it, and the language of that person. */
async function personOf(reader: Reader, { workspace_id, enrollment_id, person }: NonNullable<Owner['contact']>) {
  const enrollment = await findEnrollment(reader, workspace_id, enrollment_id)
  if (!enrollment) throw notFound()
  const id = participantIn(person)
  const participant = id === null ? null : await findParticipant(reader, { workspace_id, enrollment_id, id })
  if (participant === undefined || participant?.removed_at) throw notFound()
  const contact = await findContact(reader, workspace_id, participant?.contact_id ?? enrollment.contact_id)
  if (!contact) throw notFound()
  return { enrollment, language: contact.language }
}

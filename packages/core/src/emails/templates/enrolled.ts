import type { Contact } from '../../contacts/contact.ts'
import { findContact } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import type { Language } from '../../contract/languages.ts'
import { withUrl } from '../../enrollments/events/emit.ts'
import { closedIn, closedSteps } from '../../enrollments/gates/closed.ts'
import { namedAsShown, type ParticipantRow } from '../../enrollments/participants/store.ts'
import { settledStepIds } from '../../enrollments/plan/settled.ts'
import { progressOf, waitsForTeam } from '../../enrollments/steps/progress.ts'
import type { EnrollmentRow } from '../../enrollments/store.ts'
import { submittedSteps } from '../../enrollments/submissions/checks.ts'
import { findVersion } from '../../guides/store.ts'
import type { Reader } from '../../storage/database.ts'
import { type Brand, brandOf } from '../compose/brand.ts'
import type { EmailContent } from '../compose/letter.ts'
import { type Say, translator } from '../compose/translate.ts'
import { unsubscribeUrl } from '../unsubscribe/address.ts'

/** The data of an enrollment for mail to its contact or a participant, in the language of the contact. */
export interface Enrolled {
  enrollment: Pick<EnrollmentRow, 'workspace_id' | 'id' | 'expires_at'>
  contact: Pick<Contact, 'id' | 'email' | 'first_name' | 'last_name' | 'unsubscribed_at'>
  guide: string
  progress: { done: number; total: number }
  /** Whether nothing is left to the contact, because the other steps are the team's, or in closed sections. */
  waitsForTeam: boolean
  brand: Brand
  /** The address of the guide for the contact. */
  url: string
  unsubscribe: string
  language: Language
  say: Say
}

/** @param participant the recipient, if it is not the primary contact. @returns undefined if the contact is deleted */
export async function enrolledOf(
  reader: Reader,
  context: Context,
  enrollment: EnrollmentRow,
  participant?: ParticipantRow,
): Promise<Enrolled | undefined> {
  const { workspace_id, guide_version_id } = enrollment
  const { contact_id } = participant ?? enrollment
  const known = await findContact(reader, workspace_id, contact_id)
  // A colleague who was invited is addressed as the inviter wrote, until the colleague has acted.
  const contact = known && namedAsShown(known, participant)
  const version = await findVersion(reader, workspace_id, guide_version_id)
  if (!contact || !version) return undefined
  const brand = await brandOf(reader, workspace_id)
  const language = contact.language ?? brand.default_language
  const done = new Set(await settledStepIds(reader, enrollment))
  const { completed_steps, total_steps } = progressOf(version.sections, done)
  const submitted = await submittedSteps(reader, enrollment, version.sections, done)
  const closed = await closedIn(reader, enrollment, version.sections, { settled: done, now: context.now() })
  return {
    enrollment,
    contact,
    guide: version.title,
    progress: { done: completed_steps, total: total_steps },
    waitsForTeam: waitsForTeam(
      version.sections,
      done,
      new Set([...closedSteps(version.sections, closed), ...submitted]),
    ),
    brand,
    url: withUrl(context, participant ?? enrollment).url,
    unsubscribe: unsubscribeUrl(context, { workspace_id, contact_id }),
    language,
    say: translator(language),
  }
}

/** The greeting and the button of mail to a contact. */
export function buttonOf({ say, language, contact }: Enrolled): Pick<EmailContent, 'language' | 'heading'> {
  return { language, heading: say('hello', { name: contact.first_name }) }
}

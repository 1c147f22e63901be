import type { Reader } from '../../storage/database.ts'
import { dayIn, isolated } from '../compose/translate.ts'
import type { MailTextKind } from '../contract.ts'
import type { OwnLetter } from '../own-texts/letter.ts'
import type { Values } from '../own-texts/placeholders.ts'
import { ownLetter } from '../own-texts/store.ts'
import type { Enrolled } from './enrolled.ts'

/** The names of a contact, isolated like those in standard texts. A contact can have an address alone. */
export function namesOf({ first_name, last_name, email }: { first_name: string; last_name: string; email: string }) {
  const name = `${first_name} ${last_name}`.trim() || email
  return { contact_name: isolated(name), contact_first_name: isolated(first_name || name) }
}

/** The values of placeholders in mail to a contact. */
export function valuesOf({ contact, guide, brand, progress, url, language, say, enrollment }: Enrolled): Values {
  const { expires_at } = enrollment
  return {
    ...namesOf(contact),
    guide_title: isolated(guide),
    workspace_name: isolated(brand.sender),
    link: url,
    steps: say('steps', { count: progress.total }),
    progress: progress.done > 0 ? say('stalled_progress', { ...progress }) : undefined,
    expires_on: expires_at === null ? undefined : dayIn(language, expires_at, brand.time_zone),
  }
}

/** The parts of a mail to a contact that the workspace has written; undefined for the standard text. */
export function ownLetterTo(reader: Reader, enrolled: Enrolled, kind: MailTextKind): Promise<OwnLetter | undefined> {
  const { brand, language } = enrolled
  return ownLetter(reader, { workspace_id: brand.workspace_id, kind, language }, valuesOf(enrolled))
}

import { asc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ROLES } from '../../contract/contract.ts'
import type { Language } from '../../contract/languages.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { later, MINUTE_MS } from '../../times.ts'
import { brandOf } from '../compose/brand.ts'
import { plainLines } from '../compose/plain.ts'
import { dayIn, type Say, translator } from '../compose/translate.ts'
import { queueEmail } from '../queue.ts'

/** The language of the workspace that a person joined first: people have no language setting. */
export async function languageOf(reader: Reader, user_id: string): Promise<Language> {
  const { db, tables } = reader
  const { memberships } = tables
  const [first] = await db
    .select({ workspace_id: memberships.workspace_id })
    .from(memberships)
    .where(eq(memberships.user_id, user_id))
    .orderBy(asc(memberships.created_at))
    .limit(1)
  return first ? (await brandOf(reader, first.workspace_id)).default_language : 'en'
}

interface InvitedMember {
  workspace_id: string
  email: string
  role: string
  message: string
  invited_by: string
  expires_at: string
  url: string
}

/** Mails the link into a workspace. The mail is not in the outbox, because the link makes its holder a member. */
export async function inviteMember(tx: Tx, context: Context, invited: InvitedMember): Promise<void> {
  const { workspace_id, email, role, message, invited_by: person, expires_at, url } = invited
  const { sender: workspace, default_language: language, time_zone } = await brandOf(tx, workspace_id)
  const say = translator(language)
  await queueEmail(tx, context, {
    kind: 'member_invitation',
    to: { email, name: '' },
    send_before: expires_at,
    letter: {
      language,
      subject: say('member_invitation_subject', { person, workspace }),
      preheader: say('member_invitation_preheader'),
      heading: say('hello_nobody'),
      paragraphs: [say('member_invitation_body', { person, workspace, role: roleIn(say, role) })],
      quote: message === '' ? undefined : { text: plainLines(message), by: person },
      button: { label: say('member_invitation_button'), url },
      notes: [say('member_invitation_until', { date: dayIn(language, expires_at, time_zone) })],
      footer: [say('member_invitation_why', { person })],
    },
  })
}

function roleIn(say: Say, role: string): string {
  const known = ROLES.find((one) => one === role)
  return known ? say(`role_${known}`) : role
}

interface Person {
  id: string
  email: string
  name: string
}

/** Sends a person a link to choose a password. */
export async function mailPasswordLink(
  tx: Tx,
  context: Context,
  { id, email, name }: Person,
  link: { url: string; expires_at: string },
): Promise<void> {
  const language = await languageOf(tx, id)
  const say = translator(language)
  await queueEmail(tx, context, {
    kind: 'password_link',
    to: { email, name },
    // A link that arrives in the last minute cannot be used.
    send_before: later(link.expires_at, -MINUTE_MS),
    letter: {
      language,
      subject: say('password_link_subject'),
      preheader: say('password_link_preheader'),
      heading: say('hello', { name }),
      paragraphs: [say('password_link_body')],
      button: { label: say('password_link_button'), url: link.url },
      footer: [say('password_link_why')],
    },
  })
}

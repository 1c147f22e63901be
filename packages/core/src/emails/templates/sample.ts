import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Language } from '../../contract/languages.ts'
import type { Reader } from '../../storage/database.ts'
import { DAY_MS, later } from '../../times.ts'
import { type Brand, brandOf } from '../compose/brand.ts'
import type { EmailContent } from '../compose/letter.ts'
import { isolated, translator } from '../compose/translate.ts'
import type { MailTextKind, ReminderCause } from '../contract.ts'
import { letterOf, type MailText } from '../own-texts/letter.ts'
import { withReplyHint } from '../replies.ts'
import { completionContent } from './assignee.ts'
import type { Enrolled } from './enrolled.ts'
import { invitationLetter } from './invitation.ts'
import { valuesOf } from './own-letter.ts'
import { reminderLetter } from './reminder.ts'

interface Shown {
  kind: MailTextKind
  language: Language
  /** Undefined for the standard text. */
  text: MailText | undefined
}

/** A contact and a member as in the sample workspace. */
export const SAMPLE_CONTACT = {
  id: '',
  first_name: 'Maya',
  last_name: 'Lindqvist',
  email: 'maya@example.com',
  unsubscribed_at: null,
}
export const SAMPLE_MEMBER = 'Jonas Weber'
const PROGRESS = { done: 3, total: 8 }
const DAYS_LEFT = 14

/** A mail as its recipient would get it, about a made-up contact and the newest guide of the workspace. */
export async function sampleLetter(
  reader: Reader,
  context: Pick<Context, 'caller' | 'settings' | 'now'>,
  { kind, language, text }: Shown,
): Promise<{ letter: EmailContent; brand: Brand }> {
  const { caller, settings, now } = context
  const { workspace_id } = caller
  const brand = await brandOf(reader, workspace_id)
  const say = translator(language)
  const enrolled: Enrolled = {
    enrollment: { workspace_id, id: '', expires_at: later(now(), DAYS_LEFT * DAY_MS) },
    contact: SAMPLE_CONTACT,
    guide: (await newestGuide(reader, workspace_id)) ?? say('sample_guide'),
    progress: PROGRESS,
    waitsForTeam: false,
    brand,
    url: `${settings.publicUrl}/g/example`,
    unsubscribe: `${settings.publicUrl}/unsubscribe`,
    language,
    say,
  }
  const standard = kind === 'completion' ? completionLetter(enrolled, settings) : letterTo(enrolled, kind)
  const isToContact = kind !== 'completion'
  const offersReply = settings.replyAddress !== null && (isToContact || settings.verifiesReplies)
  const letter = offersReply ? withReplyHint(standard, isToContact) : standard
  const link = letter.button?.url
  const own = text && letterOf(text, { ...valuesOf(enrolled), member_name: isolated(SAMPLE_MEMBER), link })
  return { letter: { ...letter, ...own }, brand }
}

function letterTo(enrolled: Enrolled, kind: Exclude<MailTextKind, 'completion'>): EmailContent {
  if (kind === 'invitation') return invitationLetter(enrolled)
  // The kinds of reminders are named after their causes.
  return reminderLetter(enrolled, kind.slice('reminder_'.length) as ReminderCause)
}

function completionLetter({ say, language, guide, brand }: Enrolled, { publicUrl }: Context['settings']): EmailContent {
  const contact = `${SAMPLE_CONTACT.first_name} ${SAMPLE_CONTACT.last_name}`
  return {
    language,
    heading: say('hello', { name: SAMPLE_MEMBER }),
    ...completionContent({ say, contact, guide }, `${publicUrl}/w/${brand.workspace_id}/enrollments`),
    footer: [say('why_assignee', { contact, workspace: brand.sender })],
  }
}

/** The title of the newest published guide. */
export async function newestGuide(
  { db, tables: { guides } }: Reader,
  workspace_id: string,
): Promise<string | undefined> {
  const [newest] = await db
    .select({ title: guides.title })
    .from(guides)
    .where(and(eq(guides.workspace_id, workspace_id), eq(guides.status, 'published')))
    .orderBy(desc(guides.created_at), desc(guides.id))
    .limit(1)
  return newest?.title
}

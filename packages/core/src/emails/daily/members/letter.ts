import type { Brand } from '../../compose/brand.ts'
import type { EmailContent, LetterItem } from '../../compose/letter.ts'
import { plainLines } from '../../compose/plain.ts'
import { dayIn, isolated, type TextKey, translator, weekdayIn } from '../../compose/translate.ts'
import type { DigestMail } from '../../contract.ts'
import { dueLabel } from '../due-label.ts'
import type { DigestItem } from './item.ts'

/** Maximum number of things of one kind in a digest; the console has the others. */
const MAX_LISTED = 12
/** Maximum length of what a person wrote; the page has the rest. */
const MAX_QUOTE = 300

const TITLES: Record<DigestMail, TextKey> = {
  steps: 'digest_due',
  reviews: 'digest_reviews',
  questions: 'digest_questions',
  turned_late: 'digest_turned_late',
}

export interface Digest {
  name: string
  brand: Brand
  /** A date in the time zone of the workspace. */
  today: string
  /** The things of each kind, late ones first. */
  parts: readonly { mail: DigestMail; items: readonly DigestItem[] }[]
  /** The address of the workspace in the console. */
  console: string
}

/** The digest of a member, in the language of the workspace: people have no language setting. */
export function digestLetter(digest: Digest): EmailContent {
  const { name, brand, parts, console: address } = digest
  const language = brand.default_language
  const say = translator(language)
  const all = parts.flatMap(({ items }) => items)
  const late = all.filter((item) => isLate(item, digest)).length
  const about = { count: all.length, late, name, workspace: brand.sender }
  const listed = parts.map(({ mail, items }) => ({ mail, items: items.slice(0, MAX_LISTED) }))
  const left = all.length - listed.flatMap(({ items }) => items).length
  const groups = listed
    .filter(({ items }) => items.length > 0)
    .map(({ mail, items }) => ({ title: say(TITLES[mail]), items: items.map((item) => shown(item, mail, digest)) }))
  const hasSteps = parts.some(({ mail, items }) => mail === 'steps' && items.length > 0)
  const [first] = groups.flatMap(({ items }) => items)
  return {
    language,
    subject: say(late > 0 ? 'digest_late_subject' : 'digest_subject', about),
    preheader: first ? `${first.label}: ${first.title}` : '',
    heading: say('digest_heading', about),
    paragraphs: [],
    groups,
    button: { label: say('digest_button'), url: `${address}/work` },
    notes: left > 0 ? [say('more_things', { count: left })] : [],
    footer: [
      say('digest_why', about),
      ...(hasSteps ? [{ label: say('digest_calendar'), url: `${address}/settings/account#calendar` }] : []),
      { label: say('digest_settings'), url: `${address}/settings/account` },
    ],
  }
}

function shown(item: DigestItem, mail: DigestMail, digest: Digest): LetterItem {
  const { customer, guide, step, quote, enrollment_id, tab } = item
  const isQuestion = mail === 'questions'
  return {
    label: labelOf(item, mail, digest),
    isLate: isLate(item, digest),
    title: isolated(step === undefined || isQuestion ? customer : `${step}, ${customer}`),
    url: `${digest.console}/enrollments/${enrollment_id}?tab=${tab}`,
    detail: isolated(step !== undefined && isQuestion ? `${guide}, ${step}` : guide),
    quote: quote && { text: plainLines(quote.text.slice(0, MAX_QUOTE)), by: quote.by },
  }
}

function labelOf({ due_on, since, step }: DigestItem, mail: DigestMail, { brand, today }: Digest): string {
  const { default_language: language, time_zone } = brand
  const say = translator(language)
  const sinceKey = mail === 'reviews' ? 'digest_sent_on' : 'digest_question_since'
  if (due_on === null) return say(sinceKey, { date: dayIn(language, since ?? '', time_zone) })
  if (step === undefined) return say('digest_target_passed', { date: weekdayIn(language, due_on) })
  return dueLabel(due_on, { say, language, today })
}

function isLate({ due_on }: DigestItem, { today }: Digest): boolean {
  return due_on !== null && due_on < today
}

import type { Contact } from '../../../contacts/contact.ts'
import type { Language } from '../../../contract/languages.ts'
import { calendarDaysBetween } from '../../../working-calendar/working-days.ts'
import type { Brand } from '../../compose/brand.ts'
import type { EmailContent, FooterLink, LetterItem } from '../../compose/letter.ts'
import { plainLines } from '../../compose/plain.ts'
import { isolated, type Say, translator, weekdayIn } from '../../compose/translate.ts'
import { dueLabel } from '../due-label.ts'
import type { LetterPlan, OwnItem } from './item.ts'

/** Maximum number of things in a mail; the page has the others. */
const MAX_LISTED = 12
/** Maximum length of what a person wrote; the page has the rest. */
const MAX_QUOTE = 300

/** What a mail to a contact says. */
export interface OwnLetter<P extends LetterPlan> {
  kind: 'daily_mail' | 'week_ahead'
  contact: Pick<Contact, 'first_name' | 'language'>
  brand: Brand
  /** Late ones first. */
  items: readonly OwnItem<P>[]
  /** A date in the time zone of the contact. */
  today: string
  /** The link of the contact to a plan. */
  urlOf(plan: P): string
  unsubscribe: string
}

/** The mail to a contact about the own things in all plans: late ones first, and the button leads to the most urgent one's plan. */
export function ownLetter<P extends LetterPlan>(letter: OwnLetter<P>): EmailContent {
  const { kind, contact, brand, today, urlOf, unsubscribe } = letter
  const language = contact.language ?? brand.default_language
  const say = translator(language)
  const items = oncePerStep(letter.items)
  const listed = items.slice(0, MAX_LISTED)
  const plans = [...new Set(listed.map(({ plan }) => plan))]
  const [first] = plans
  const isShared = plans.length > 1
  const { sender } = brand
  const guide = first?.version.title ?? ''
  const count = items.length
  const late = items.filter(({ stage }) => stage === 'late').length
  const about = { count, late, name: contact.first_name, guide: isShared ? sender : guide }
  const groups = plans.map((plan) => ({
    title: isShared ? isolated(plan.version.title) : '',
    items: listed.filter((item) => item.plan === plan).map((item) => shown(item, { say, language, today, urlOf })),
  }))
  const mayPassOn = plans.some(
    ({ version, enrollment }) => version.participants_may_invite || enrollment.participants_count > 0,
  )
  return {
    language,
    subject:
      kind === 'week_ahead'
        ? say('week_subject', about)
        : say(late > 0 ? 'daily_late_subject' : 'daily_subject', about),
    preheader: groups[0]?.items[0] ? `${groups[0].items[0].label}: ${groups[0].items[0].title}` : '',
    heading: say(kind === 'week_ahead' ? 'week_heading' : 'good_morning', about),
    paragraphs: [
      isShared ? say('daily_body_several', { sender }) : say('daily_body', { sender, guide }),
      ...(isShared || !first ? [] : targetOf(first, { say, language, today })),
    ],
    groups,
    button: { label: say('daily_button'), url: first ? urlOf(first) : '' },
    notes: [
      ...(count > listed.length ? [say('more_things', { count: count - listed.length })] : []),
      ...(mayPassOn ? [say('daily_pass_on')] : []),
    ],
    footer: [
      say('daily_why', { sender }),
      ...calendarsOf(listed, { say, isShared, urlOf }),
      { label: say('unsubscribe'), url: unsubscribe },
    ],
  }
}

/** The pages where the dates of the plans can be put into a calendar. */
function calendarsOf<P extends LetterPlan>(
  items: readonly OwnItem<P>[],
  { say, isShared, urlOf }: { say: Say; isShared: boolean } & Pick<OwnLetter<P>, 'urlOf'>,
): FooterLink[] {
  const dated = items.filter(({ plan, due_on }) => due_on !== null || plan.enrollment.target_date !== null)
  return [...new Set(dated.map(({ plan }) => plan))].map((plan) => ({
    label: isShared ? say('daily_calendar_of', { guide: isolated(plan.version.title) }) : say('daily_calendar'),
    url: `${urlOf(plan)}/dates`,
  }))
}

/** A step that is both due and in a section that opened is listed once. */
function oncePerStep<P extends LetterPlan>(items: readonly OwnItem<P>[]): OwnItem<P>[] {
  const steps = new Set<string>()
  return items.filter(({ plan, step, quote }) => {
    const key = `${plan.enrollment.id}/${step?.id}`
    return quote !== undefined || (!steps.has(key) && steps.add(key))
  })
}

interface Shown {
  say: Say
  language: Language
  today: string
}

function shown<P extends LetterPlan>(
  item: OwnItem<P>,
  { say, language, today, urlOf }: Shown & Pick<OwnLetter<P>, 'urlOf'>,
): LetterItem {
  const { plan, step, stage, due_on, section = '', quote, about } = item
  const minutes = step?.estimated_minutes ?? 0
  const answered = quote ? say('question_answered') : say('opened_section', { section })
  const opened = about === 'changes' ? say('changes_asked', { person: quote?.by ?? '' }) : answered
  return {
    label: stage === 'opened' || due_on === null ? opened : dueLabel(due_on, { say, language, today }),
    isLate: stage === 'late',
    title: isolated(step?.title ?? plan.version.title),
    url: step ? `${urlOf(plan)}/steps/${step.id}` : urlOf(plan),
    detail: minutes > 0 && !quote ? say('about_minutes', { count: minutes }) : undefined,
    quote: quote && { text: plainLines(quote.text.slice(0, MAX_QUOTE)), by: quote.by },
  }
}

/** The target, if it is ahead. */
function targetOf({ enrollment, version }: LetterPlan, { say, language, today }: Shown): string[] {
  const { target_date } = enrollment
  if (target_date === null || target_date <= today) return []
  const target = version.target_label || say('target_date')
  const count = calendarDaysBetween(today, target_date)
  return [say('daily_target', { target, date: weekdayIn(language, target_date), count })]
}

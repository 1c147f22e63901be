import type { MailTextKind } from '../contract.ts'

/** Placeholders of mail to contacts, by the kinds of mail that have them. */
const TO_CONTACTS = ['contact_name', 'contact_first_name', 'guide_title', 'workspace_name', 'link', 'steps'] as const
const COMPLETION = [
  'member_name',
  'contact_name',
  'contact_first_name',
  'guide_title',
  'workspace_name',
  'link',
] as const
/** Sentences and addresses, which no subject has. */
const TEXT_ONLY: readonly Placeholder[] = ['link', 'steps', 'progress']

export type Placeholder = (typeof TO_CONTACTS)[number] | (typeof COMPLETION)[number] | 'progress' | 'expires_on'

/** The value of each placeholder; undefined for one without a value, such as the expiry of an enrollment without one. */
export type Values = Partial<Record<Placeholder, string | undefined>>

const IN_TEXT: Record<MailTextKind, readonly Placeholder[]> = {
  invitation: [...TO_CONTACTS, 'expires_on'],
  reminder_not_started: [...TO_CONTACTS, 'expires_on'],
  reminder_stalled: [...TO_CONTACTS, 'progress', 'expires_on'],
  reminder_expiring: [...TO_CONTACTS, 'progress', 'expires_on'],
  completion: COMPLETION,
}

/** The placeholders of the text, and of the subject, of a mail. Only the reminder of an expiry always has its date. */
export function placeholdersOf(kind: MailTextKind, part: 'subject' | 'body'): readonly Placeholder[] {
  if (part === 'body') return IN_TEXT[kind]
  return IN_TEXT[kind].filter(
    (name) => !TEXT_ONLY.includes(name) && (name !== 'expires_on' || kind === 'reminder_expiring'),
  )
}

/** Everything in braces, so that a misspelt placeholder is noticed. */
const PLACEHOLDER = /\{([^{}\n]{1,60})\}/g

/** The names in braces that are no placeholders. */
export function unknownPlaceholders(text: string, known: readonly string[]): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  return [...new Set(names.filter((name) => !known.includes(name)))]
}

/** The text with the values, in one pass: braces in values stay as they are. Undefined if a value is missing. */
export function filled(text: string, values: Values): string | undefined {
  let isComplete = true
  const result = text.replace(PLACEHOLDER, (_, name: Placeholder) => {
    const value = values[name]
    if (value === undefined) isComplete = false
    return value ?? ''
  })
  return isComplete ? result : undefined
}

import type { EmailContent } from '../compose/letter.ts'
import { plain, plainLines } from '../compose/plain.ts'
import { filled, type Values } from './placeholders.ts'

/** A subject and a text with placeholders. */
export interface MailText {
  subject: string
  body: string
}

const LINK = '{link}'
/** A longer first paragraph is no heading. */
const MAX_HEADING = 100

export type OwnLetter = Pick<EmailContent, 'subject' | 'heading' | 'preheader' | 'paragraphs'>

/**
 * The parts of a mail that have a text of the workspace. The first paragraph is the heading if it is one short line; a
 * paragraph with a placeholder that has no value is left out.
 */
export function letterOf({ subject, body }: MailText, values: Values): OwnLetter {
  const paragraphs = plainLines(body)
    .split(/\n{2,}/)
    .flatMap((paragraph) => filled(paragraph, values) ?? [])
    .filter((paragraph) => paragraph.trim() !== '')
  const title = plain(filled(subject, values) ?? '')
  const [first = ''] = paragraphs
  const hasHeading = first !== '' && first.length <= MAX_HEADING && !first.includes('\n')
  const rest = hasHeading ? paragraphs.slice(1) : paragraphs
  return {
    subject: title,
    heading: hasHeading ? first : title,
    // The address would take all of the line that mail clients show.
    preheader: plain((rest[0] ?? '').replaceAll(values.link ?? LINK, ' ')).slice(0, MAX_HEADING),
    paragraphs: rest,
  }
}

import type { Language } from '../../contract/languages.ts'
import { translator } from '../compose/translate.ts'
import type { MailTextKind } from '../contract.ts'
import type { MailText } from './letter.ts'

/** The standard text of a mail, with placeholders, from which an own text begins. */
export function standardText(kind: MailTextKind, language: Language): MailText {
  const say = translator(language)
  const names = {
    sender: '{workspace_name}',
    guide: '{guide_title}',
    contact: '{contact_name}',
    date: '{expires_on}',
  }
  const hello = say('hello', { name: kind === 'completion' ? '{member_name}' : '{contact_first_name}' })
  const text = (subject: string, ...paragraphs: string[]): MailText => ({
    subject,
    body: [hello, ...paragraphs].join('\n\n'),
  })
  switch (kind) {
    case 'invitation':
      return text(say('invitation_subject', names), say('invitation_body', names), '{steps}')
    case 'reminder_not_started':
      return text(say('not_started_subject', names), say('not_started_body', names), '{steps}')
    case 'reminder_stalled':
      return text(say('stalled_subject', names), say('stalled_body', names), '{progress}')
    case 'reminder_expiring':
      return text(say('expiring_subject', names), say('expiring_body', names), '{progress}')
    case 'completion':
      return text(say('completed_subject', names), say('completed_body', names))
  }
}

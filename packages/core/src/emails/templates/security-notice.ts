import type { Context } from '../../context.ts'
import { findUser } from '../../people/store.ts'
import type { Tx } from '../../storage/database.ts'
import { dateTimeIn, type Say, translator } from '../compose/translate.ts'
import { queueEmail } from '../queue.ts'
import { languageOf } from './account-links.ts'

/** A change of a person's account. */
export type SecurityEvent =
  | { type: 'new_device'; device: string }
  | { type: 'password_changed' | 'second_factor_added' | 'second_factor_removed' }
  | { type: 'connected'; application: string; workspace: string }

/** Notifies a person of a change of the account, in case someone else made it. */
export async function noticeSecurity(tx: Tx, context: Context, user_id: string, event: SecurityEvent): Promise<void> {
  if (!(await context.mail.sends(tx))) return
  const user = await findUser(tx, user_id)
  if (!user) return
  const language = await languageOf(tx, user_id)
  const say = translator(language)
  await queueEmail(tx, context, {
    kind: 'security_notice',
    to: { email: user.email, name: user.name },
    letter: {
      language,
      ...newsOf(event, say, dateTimeIn(language, tx.time)),
      preheader: say('security_preheader'),
      heading: say('hello', { name: user.name }),
      button: { label: say('security_button'), url: `${context.settings.publicUrl}/account` },
      notes: [say('security_advice')],
      footer: [say('security_why')],
    },
  })
}

function newsOf(event: SecurityEvent, say: Say, date: string) {
  switch (event.type) {
    case 'new_device': {
      const { device } = event
      const described = device === '' ? [] : [say('new_device_device', { device })]
      return { subject: say('new_device_subject'), paragraphs: [say('new_device_body', { date }), ...described] }
    }
    case 'connected': {
      const { application, workspace } = event
      const subject = say('connected_subject', { application })
      return { subject, paragraphs: [say('connected_body', { date, application, workspace })] }
    }
    default:
      return { subject: say(`${event.type}_subject`), paragraphs: [say(`${event.type}_body`, { date })] }
  }
}

import { createTransport, type SendMailOptions } from 'nodemailer'
import type { HandrailOptions } from '../src/index.ts'
import type { Engine } from './instance.ts'
import { type Mailing, openMailing } from './mail.ts'

export const REPLY_DOMAIN = 'reply.example.com'

/** An instance that sends mail to a server of its own, and receives replies by SMTP. */
export interface Replying extends Mailing {
  /** Sends a mail to the listener as another mail server does. @returns the reply of the listener */
  deliver(mail: SendMailOptions): Promise<string>
  port: number
}

export async function openReplying(engine: Engine, options: Partial<HandrailOptions> = {}): Promise<Replying> {
  const listener = { host: '127.0.0.1', port: 0 }
  const instance = await openMailing(engine, { replies: { address: `reply@${REPLY_DOMAIN}`, listener }, ...options })
  const port = instance.handrail.replyPort ?? 0
  return {
    ...instance,
    port,
    async deliver(mail) {
      const sending = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
      const { response } = await sending.sendMail(mail)
      return response
    },
  }
}

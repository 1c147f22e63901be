import { createTransport, type SendMailOptions } from 'nodemailer'
import { expect } from 'vitest'
import { type HandrailOptions, operations } from '../src/index.ts'
import type { Engine } from './instance.ts'
import { enroll, type Mailing, openMailing } from './mail.ts'
import { addMember } from './people.ts'

export const REPLY_DOMAIN = 'reply.example.com'
/** The mail server that relays to the listener, and what it adds to a mail whose sender it has verified. */
export const AUTHSERV = 'mx.example.com'
export const VERIFIED = { 'Authentication-Results': `${AUTHSERV}; dmarc=pass` }

/** An instance that sends mail to a server of its own, and receives replies by SMTP. */
export interface Replying extends Mailing {
  /** Sends a mail to the listener as another mail server does. @returns the reply of the listener, also a refusal */
  deliver(mail: SendMailOptions): Promise<string>
  port: number
}

type ReplyingOptions = Omit<Partial<HandrailOptions>, 'replies'> & { replies?: Partial<HandrailOptions['replies']> }

export async function openReplying(engine: Engine, options: ReplyingOptions = {}): Promise<Replying> {
  const listener = { host: '127.0.0.1', port: 0 }
  const { replies, ...others } = options
  const receiving = { address: `reply@${REPLY_DOMAIN}`, listener, authserv: AUTHSERV, ...replies }
  const instance = await openMailing(engine, { replies: receiving, ...others })
  const port = instance.handrail.replyPort ?? 0
  return {
    ...instance,
    port,
    deliver: (mail) => sendMail(port, { ...mail, headers: { ...VERIFIED, ...headersOf(mail) } }),
  }
}

/** The headers of a mail, by name. Other forms than an object are not used in tests. */
function headersOf({ headers }: SendMailOptions): Record<string, unknown> {
  return headers === undefined || Array.isArray(headers) ? {} : { ...headers }
}

/** Sends a mail to a port of this machine as another mail server does. @returns the reply, also a refusal */
export function sendMail(port: number, mail: SendMailOptions): Promise<string> {
  const sending = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  return sending.sendMail(mail).then(
    ({ response }) => response,
    (error) => error.response ?? error.message,
  )
}

/** The newest mail to an address, once so many have arrived. */
export async function mailTo({ server }: Mailing, address: string, count = 1) {
  const sent = () => server.arrived.filter(({ recipients }) => recipients.includes(address))
  await expect.poll(() => sent().length, { interval: 10 }).toBe(count)
  const mail = sent().at(-1)
  return { ...mail, replyTo: mail?.replyTo?.[0]?.address ?? '', text: mail?.text ?? '' }
}

let members = 0

/** An enrollment with an assignee, and the first mail to its contact. */
export async function correspondence(instance: Replying, role = 'editor') {
  const member = await addMember(instance, `jonas${++members}@acme.example`, role)
  const enrolled = await enroll(instance.acme, { send_invitation: true })
  await instance.acme.invoke(operations.updateEnrollment, { id: enrolled.id, assignee_id: member.id })
  const { email } = enrolled.contact
  return { ...enrolled, email, member, invited: await mailTo(instance, email) }
}

/** The messages of an enrollment, newest first. */
export async function messagesOf({ acme }: Replying, id: string) {
  return (await acme.invoke(operations.listMessages, { id })).data
}

import { type Limits, startThread } from '../../threads/thread.ts'
import { type FromMailThread, MailFault, type ParsedMail } from './mail.ts'

const LIMITS: Limits = { megabytes: 256, seconds: 10 }

/** The source beside the sources, or the compiled file in the built package. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './mail-thread.ts' : './mail-thread.js', import.meta.url)

const TOO_MUCH = {
  time: 'The mail takes too long to read',
  memory: 'The mail has too many parts to be read',
}

/** Parses an untrusted mail in a thread of its own. @throws MailFault if it cannot be read */
export async function parseMail(bytes: Uint8Array, limits = LIMITS): Promise<ParsedMail> {
  let end: (() => Promise<void>) | undefined
  try {
    return await new Promise<ParsedMail>((resolve, reject) => {
      const thread = startThread<FromMailThread>({
        file: THREAD,
        data: bytes,
        limits,
        work: 'read a mail',
        exceeded: (limit) => new MailFault(TOO_MUCH[limit]),
        hear: (answer) => ('mail' in answer ? resolve(answer.mail) : reject(new MailFault(answer.fault))),
        fail: reject,
      })
      end = thread.end
    })
  } finally {
    await end?.()
  }
}

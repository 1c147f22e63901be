import type { IdleProcesses } from '../../foreign-files/process/idle.ts'
import type { Limits } from '../../foreign-files/process/spawn.ts'
import { type Death, startProcess } from '../../foreign-files/process/start.ts'
import { DeadlyMail, type FromMailProcess, MailFault, type ParsedMail } from './mail.ts'

export const MAIL_LIMITS: Limits = { megabytes: 256, seconds: 10 }

/** The source beside the sources, or the compiled file in the built package. */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './mail-process.ts' : './mail-process.js', import.meta.url)

const DEATHS: Record<Death, string> = {
  time: 'The mail takes too long to read',
  memory: 'The mail has too many parts to be read',
  crash: 'The mail cannot be read',
}

/**
 * Parses an untrusted mail in a process of its own.
 * @param idle where the process waits for the next mail
 * @throws MailFault if it cannot be read
 */
export async function parseMail(bytes: Uint8Array, limits = MAIL_LIMITS, idle?: IdleProcesses): Promise<ParsedMail> {
  let isDone = false
  let end: ((isDone: boolean) => Promise<void>) | undefined
  try {
    return await new Promise<ParsedMail>((resolve, reject) => {
      const started = startProcess<FromMailProcess>({
        program: PROGRAM,
        data: bytes,
        limits,
        ...(idle && { idle }),
        died: (death, cause) => new DeadlyMail(DEATHS[death], { cause }),
        hear(answer) {
          isDone = true
          if ('mail' in answer) resolve(answer.mail)
          else reject(new MailFault(answer.fault))
        },
        fail: reject,
      })
      end = started.end
    })
  } finally {
    await end?.(isDone)
  }
}

import type { Limits } from '../../foreign-files/process/spawn.ts'
import { type Death, startProcess } from '../../foreign-files/process/start.ts'
import { DeadlyMail, type FromMailProcess, MailFault, type ParsedMail } from './mail.ts'

const LIMITS: Limits = { megabytes: 256, seconds: 10 }

/** The source beside the sources, or the compiled file in the built package. */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './mail-process.ts' : './mail-process.js', import.meta.url)

const DEATHS: Record<Death, string> = {
  time: 'The mail takes too long to read',
  memory: 'The mail has too many parts to be read',
  crash: 'The mail cannot be read',
}

/** Parses an untrusted mail in a process of its own. @throws MailFault if it cannot be read */
export async function parseMail(bytes: Uint8Array, limits = LIMITS): Promise<ParsedMail> {
  let end: (() => Promise<void>) | undefined
  try {
    return await new Promise<ParsedMail>((resolve, reject) => {
      const started = startProcess<FromMailProcess>({
        program: PROGRAM,
        data: bytes,
        limits,
        died: (death, cause) => new DeadlyMail(DEATHS[death], { cause }),
        hear: (answer) => ('mail' in answer ? resolve(answer.mail) : reject(new MailFault(answer.fault))),
        fail: reject,
      })
      end = started.end
    })
  } finally {
    await end?.()
  }
}

// Parses mails, one after the other, in a process of its own, which can run out of memory or time without affecting the service.
import { connectParent } from '../../foreign-files/process/parent.ts'
import { type FromMailProcess, MailFault } from './mail.ts'
import { readMail } from './read-mail.ts'

const { data, parent } = await connectParent<Uint8Array, { data: Uint8Array }, FromMailProcess>()
parent.hear(async (next) => parent.say(await read(next.data)))
parent.say(await read(data))

async function read(bytes: Uint8Array): Promise<FromMailProcess> {
  try {
    return { mail: await readMail(bytes) }
  } catch (error) {
    if (error instanceof MailFault) return { fault: error.message }
    throw error
  }
}

import { MAX_MAIL_BYTES } from '../parse/mail.ts'
import { reply } from './reply.ts'

/** Of all mails that are being received. */
const MAX_BYTES = 4 * MAX_MAIL_BYTES

interface Stream extends AsyncIterable<Buffer> {
  sizeExceeded: boolean
}

/** The memory of the mails that are being received. */
export interface Memory {
  /**
   * Reads a mail, and holds its memory during the work. An owner has half of the memory at most, so that others have some.
   * @throws Error with an SMTP reply if it is too large, or too many are being received
   */
  holding<T>(stream: Stream, owner: string, work: (bytes: Buffer) => Promise<T>): Promise<T>
}

export function createMemory(most = MAX_BYTES): Memory {
  let used = 0
  const byOwner = new Map<string, number>()
  return {
    async holding(stream, owner, work) {
      const chunks: Buffer[] = []
      let held = 0
      let refusal: Error | undefined
      /** @returns the memory of the owner */
      const take = (bytes: number) => {
        held += bytes
        used += bytes
        const ofOwner = (byOwner.get(owner) ?? 0) + bytes
        if (ofOwner > 0) byOwner.set(owner, ofOwner)
        else byOwner.delete(owner)
        return ofOwner
      }
      const drop = () => {
        take(-held)
        chunks.length = 0
      }
      try {
        // A refused mail is read to its end, because the client reads the reply only then.
        for await (const chunk of stream) {
          if (refusal) continue
          const ofOwner = take(chunk.length)
          chunks.push(chunk)
          if (used > most || ofOwner > most / 2) refusal = reply(452, 'Too many mails at a time. Try again later')
          if (held > MAX_MAIL_BYTES) refusal = tooLarge()
          if (refusal) drop()
        }
        if (stream.sizeExceeded) refusal ??= tooLarge()
        if (refusal) throw refusal
        return await work(joined(chunks, held))
      } finally {
        drop()
      }
    },
  }
}

/** The chunks of a mail in memory that a thread can read without a copy, which would block this one. */
function joined(chunks: readonly Buffer[], bytes: number): Buffer {
  const whole = Buffer.from(new SharedArrayBuffer(bytes))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

function tooLarge(): Error {
  return reply(552, `The mail is larger than ${MAX_MAIL_BYTES / 1024 ** 2} MiB`)
}

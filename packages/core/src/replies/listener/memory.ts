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
   * Reads a mail, and holds its memory during the work.
   * @throws Error with an SMTP reply if it is too large, or too many are being received
   */
  holding<T>(stream: Stream, work: (bytes: Buffer) => Promise<T>): Promise<T>
}

export function createMemory(most = MAX_BYTES): Memory {
  let used = 0
  return {
    async holding(stream, work) {
      const chunks: Buffer[] = []
      let held = 0
      let refusal: Error | undefined
      const drop = () => {
        used -= held
        held = 0
        chunks.length = 0
      }
      try {
        // A refused mail is read to its end, because the client reads the reply only then.
        for await (const chunk of stream) {
          if (refusal) continue
          held += chunk.length
          used += chunk.length
          chunks.push(chunk)
          if (used > most) refusal = reply(452, 'Too many mails at a time. Try again later')
          if (held > MAX_MAIL_BYTES) refusal = tooLarge()
          if (refusal) drop()
        }
        if (stream.sizeExceeded) refusal ??= tooLarge()
        if (refusal) throw refusal
        return await work(Buffer.concat(chunks))
      } finally {
        drop()
      }
    },
  }
}

function tooLarge(): Error {
  return reply(552, `The mail is larger than ${MAX_MAIL_BYTES / 1024 ** 2} MiB`)
}

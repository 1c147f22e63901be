import type { Socket } from 'node:net'

const CONTINUE = Buffer.from('HTTP/1.1 100')
const END = '\r\n\r\n'
/** A longer response is not an interim one. */
const MAX_HEAD_BYTES = 16 * 1024

/**
 * Skips each `100 Continue` before a response. A client must accept one that it did not request (RFC 9110 section
 * 15.2), and some receivers send it to every POST; undici closes the connection instead, and the delivery would be
 * repeated although the receiver has it.
 */
export function passOverContinue(socket: Socket): void {
  const read = socket.read.bind(socket)
  const write = socket.write
  let answering = false
  let held: Buffer = Buffer.alloc(0)

  function writing(this: Socket, ...given: Parameters<typeof write>): boolean {
    // The next response follows the next request.
    answering = false
    return write.apply(this, given)
  }

  function reading(size?: number): Buffer | null {
    for (;;) {
      const chunk: Buffer | null = read(size)
      if (answering || chunk === null) return chunk
      held = withoutContinue(held.length === 0 ? chunk : Buffer.concat([held, chunk]))
      if (mayBeContinue(held)) continue
      const whole = held
      held = Buffer.alloc(0)
      answering = true
      return whole
    }
  }

  Object.assign(socket, { read: reading, write: writing })
}

function withoutContinue(bytes: Buffer): Buffer {
  let rest = bytes
  while (rest.subarray(0, CONTINUE.length).equals(CONTINUE)) {
    const end = rest.indexOf(END)
    if (end === -1) break
    rest = rest.subarray(end + END.length)
  }
  return rest
}

/** The rest of it is still on its way. */
function mayBeContinue(bytes: Buffer): boolean {
  if (bytes.length > MAX_HEAD_BYTES) return false
  const beginning = bytes.subarray(0, CONTINUE.length)
  return beginning.equals(CONTINUE.subarray(0, beginning.length))
}

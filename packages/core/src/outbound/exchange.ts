import type { Dispatcher } from 'undici'

const READ_BYTES = 16 * 1024
const KEPT_CHARACTERS = 4096

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The beginning of the body, as valid text. */
  text: string
}

/** The exchange was not over within its time. */
export class Overdue extends Error {
  override readonly name = 'Overdue'
}

/**
 * Sends one request and reads at most 16 KiB of the response, within one time limit for the whole exchange. A layer
 * below undici's `request`, whose stream and signal per response cost as much as all the rest.
 * @throws Overdue, or an error of the network or undici
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  milliseconds: number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let answer: Omit<Answer, 'text'> | undefined
    let controller: Dispatcher.DispatchController | undefined
    let ended = false
    const overdue = setTimeout(() => fail(new Overdue()), milliseconds)

    function fail(error: Error): void {
      if (ended) return
      ended = true
      clearTimeout(overdue)
      reject(error)
      controller?.abort(error)
    }

    function finish(): void {
      ended = true
      clearTimeout(overdue)
      if (answer) resolve({ ...answer, text: storable(Buffer.concat(chunks)) })
    }

    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started
        // It waited for a connection until its time limit.
        if (ended) started.abort(new Overdue())
      },
      onResponseStart(_controller, status, headers) {
        // Lower statuses are interim responses (RFC 9110 section 15.2).
        if (status >= 200) answer = { status, headers }
      },
      onResponseData(started, chunk) {
        chunks.push(chunk)
        size += chunk.length
        if (size < READ_BYTES) return
        finish()
        // The rest of the body is ignored.
        started.abort(new Error('The response exceeds the limit'))
      },
      onResponseEnd: finish,
      // The status decides: the receiver has answered, even if the connection breaks afterwards.
      onResponseError: (_controller, error) => (answer && !ended ? finish() : fail(error)),
    })
  })
}

function storable(bytes: Buffer): string {
  if (bytes.length === 0) return ''
  const text = bytes.subarray(0, READ_BYTES).toString('utf8')
  return text.replaceAll('\0', '\ufffd').toWellFormed().slice(0, KEPT_CHARACTERS).toWellFormed()
}

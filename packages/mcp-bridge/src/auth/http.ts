import { BridgeError } from '../errors/bridge-error.ts'
import { explainConnection } from '../network/connection-faults.ts'
import { type AddressPolicy, secureAddress } from './secure-address.ts'

const MAX_BYTES = 256 * 1024
const MAX_REDIRECTS = 3

export interface HttpOptions extends AddressPolicy {
  fetch: typeof fetch
  requestTimeout: number
  conceal(secret: string): void
}

export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** Sends one request, and reads the answer within limits of time and size. Redirects are not followed. */
export async function send(http: HttpOptions, url: URL, init: RequestInit = {}): Promise<Answer> {
  const signal = AbortSignal.timeout(http.requestTimeout)
  try {
    const answer = await http.fetch(url.href, { ...init, redirect: 'manual', signal })
    return { status: answer.status, headers: answer.headers, text: await readText(answer, url) }
  } catch (cause) {
    if (!signal.aborted) throw explainConnection(cause, url)
    const seconds = Math.round(http.requestTimeout / 1000)
    throw new BridgeError('unreachable', `${url.host} did not answer within ${seconds} s: try again later.`, { cause })
  }
}

/** The status and headers of an answer, whose body may be a stream that never ends. */
export async function sendForHead(http: HttpOptions, url: URL, init: RequestInit): Promise<Omit<Answer, 'text'>> {
  const ending = new AbortController()
  const fetchHead: typeof fetch = async (input, { signal, ...rest } = {}) => {
    const signals = signal ? [signal, ending.signal] : [ending.signal]
    const answer = await http.fetch(input, { ...rest, signal: AbortSignal.any(signals) })
    return new Response(null, { status: answer.status, headers: answer.headers })
  }
  try {
    return await send({ ...http, fetch: fetchHead }, url, init)
  } finally {
    ending.abort()
  }
}

/** Follows a few redirects, each to an address that is as safe as the first. */
export async function get(http: HttpOptions, address: URL): Promise<Answer> {
  let url = address
  for (let redirects = 0; ; redirects++) {
    const answer = await send(http, url, { headers: { accept: 'application/json' } })
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status > 399 || !location) return answer
    if (redirects === MAX_REDIRECTS)
      throw new BridgeError('bad_answer', `${address.host} redirects in circles: check the address of the server.`)
    const next = URL.parse(location, url.href)
    url = secureAddress(next?.href ?? location, `The address that ${url.host} redirects to`, http)
  }
}

async function readText(answer: Response, url: URL): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES)
      throw new BridgeError('bad_answer', `${url.host} answers with far too much: check the address of the server.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

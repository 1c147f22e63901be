import { BridgeError } from '../errors/bridge-error.ts'
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

/** Sends one request, and reads the answer within bounds of time and size. Redirects are not followed. */
export async function send(http: HttpOptions, url: URL, init: RequestInit = {}): Promise<Answer> {
  const signal = AbortSignal.timeout(http.requestTimeout)
  try {
    const answer = await http.fetch(url.href, { ...init, redirect: 'manual', signal })
    return { status: answer.status, headers: answer.headers, text: await readText(answer, url) }
  } catch (cause) {
    // The bridge's own fetch explains itself, but not our impatience.
    if (cause instanceof BridgeError && !signal.aborted) throw cause
    const fault = signal.aborted ? signal.reason : cause
    throw new BridgeError('unreachable', describeFault(url.host, fault, http.requestTimeout), { cause })
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

/** A JSON object, or undefined for anything else: pages of single-page applications answer every path. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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

/** Why there was no answer, and what to do: fetch hides that in the cause. */
function describeFault(host: string, fault: unknown, timeout: number): string {
  if (fault instanceof Error && fault.name === 'TimeoutError')
    return `${host} did not answer within ${Math.round(timeout / 1000)} s: try again later.`
  const code = codeOf(fault)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The name ${host} is not found: check the address and the network.`
  if (code === 'ECONNREFUSED') return `${host} refuses connections: check the address, or whether the server runs.`
  if (/CERT|TLS|SSL|SELF_SIGNED|VERIFY/.test(code))
    return `The certificate of ${host} is not accepted (${code}): where your network has an authority of its own, name its file with --ca.`
  return `${host} cannot be reached${code ? ` (${code})` : ''}: check the address and the network.`
}

function codeOf(fault: unknown): string {
  for (let error = fault; error instanceof Error; error = error.cause)
    if ('code' in error && typeof error.code === 'string') return error.code
  return ''
}

import type { Guard } from './guard.ts'

/** The default limit of a document. */
const MAX_BYTES = 5 * 1024
const MAX_MILLISECONDS = 4000
const CONNECT_MILLISECONDS = 2000
const MIN_AGE = 60
const DEFAULT_AGE = 3600
const MAX_AGE = 86_400

interface FetchedJson {
  value: unknown
  /** Seconds for which it may be cached. */
  maxAge: number
}

/**
 * Fetches JSON from an untrusted address: https, checked by the guard at the connection, without redirects and
 * compression, with limits of size and time.
 * @throws Error for any failure
 */
export async function fetchJson(guard: Guard, address: string, maxBytes = MAX_BYTES): Promise<FetchedJson> {
  const problem = address.startsWith('https://') ? guard.problemOf(address) : 'must start with https://'
  if (problem) throw new Error(`The address ${problem}`)
  // Loaded with the first document: most instances never fetch one.
  const { Agent, request } = (await import('./undici.ts')).undici
  const dispatcher = new Agent({ connect: { timeout: CONNECT_MILLISECONDS, lookup: guard.lookup } })
  try {
    const { statusCode, headers, body } = await request(address, {
      dispatcher,
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
      signal: AbortSignal.timeout(MAX_MILLISECONDS),
    })
    if (statusCode !== 200 || headers['content-encoding'] !== undefined)
      throw new Error(`The response status was ${statusCode}`)
    return { value: JSON.parse(await readBounded(body, maxBytes)), maxAge: ageOf(headers['cache-control']) }
  } finally {
    await dispatcher.destroy()
  }
}

async function readBounded(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new Error('The document is too large')
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

function ageOf(cacheControl: string | string[] | undefined): number {
  const text = String(cacheControl ?? '')
  if (/no-(store|cache)/i.test(text)) return MIN_AGE
  const given = /max-age=(\d{1,9})/i.exec(text)?.[1]
  return given === undefined ? DEFAULT_AGE : Math.min(Math.max(Number(given), MIN_AGE), MAX_AGE)
}

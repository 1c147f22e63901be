import { setTimeout as sleep } from 'node:timers/promises'
import { forwardedDelivery, forwardingSecret } from '@handrail/core/internal'
import { ADDRESS_SETTINGS, command } from '../../command.ts'
import { Failure, MISUSE } from '../../failure.ts'
import { stopSignal } from '../serve/stop.ts'
import { type Feed, type FeedEvent, openFeed } from './event-feed.ts'

interface Options {
  events?: string
  since?: string
}

/** The pause after an empty page, in milliseconds. */
const POLL_MS = 1000
/** Attempts for an event that the receiver does not accept: it may be restarting. */
const ATTEMPTS = 5
const FORWARD_MS = 15_000

export const listen = command<Options>({
  name: 'listen',
  summary: 'Forward events to a program on this machine, signed like webhooks; reads the API key from HANDRAIL_API_KEY',
  argument: { name: 'url', says: 'address to forward to, such as http://localhost:8080/hook' },
  options: {
    '--events <types>':
      'event types, separated by commas: contact.created, or a group such as enrollment.*; default: all',
    '--since <time>': 'start with events since this time (ISO 8601); default: now',
  },
  settings: ['apiKey', ...ADDRESS_SETTINGS],
  examples: [
    'handrail listen http://localhost:8080/hook',
    'handrail listen http://localhost:8080/hook --public-url https://onboarding.example.com --events "enrollment.*"',
  ],
  async run({ config, argument, options, say }) {
    const url = receiverOf(argument)
    if (config.apiKey === undefined)
      throw new Failure(
        'Set HANDRAIL_API_KEY to an API key with the scope webhooks:manage; handrail create-key makes one',
        MISUSE,
      )
    const types = (options.events ?? '*').split(',').map((type) => type.trim())
    const secret = forwardingSecret(config.apiKey)
    const ending = new AbortController()
    void stopSignal().then(() => ending.abort())
    const feed = openFeed({ base: config.publicUrl, key: config.apiKey, signal: ending.signal })
    await feed.begin(options.since)
    say(`Forwarding events of ${config.publicUrl} to ${url}, signed with ${secret}`)
    try {
      await follow(feed, async (event) => {
        if (types.some((type) => covers(type, event.event)))
          say(`${event.timestamp} ${event.event} ${event.id} ${await forward(url, event, secret, ending.signal)}`)
      })
    } catch (error) {
      if (!ending.signal.aborted) throw error
    }
  },
})

function receiverOf(argument: string): string {
  const url = URL.parse(argument)
  if (url && /^https?:$/.test(url.protocol)) return url.href
  throw new Failure('Give the address to forward to: handrail listen http://localhost:8080/hook', MISUSE)
}

async function follow(feed: Feed, take: (event: FeedEvent) => Promise<void>): Promise<never> {
  for (;;) {
    const { events, hasMore } = await feed.next()
    for (const event of events) await take(event)
    if (!hasMore) await feed.pause(POLL_MS)
  }
}

function covers(type: string, event: string): boolean {
  return type === '*' || type === event || (type.endsWith('.*') && event.startsWith(type.slice(0, -1)))
}

/** @returns the outcome in one word; the next event is forwarded in any case */
async function forward(url: string, event: FeedEvent, secret: string, signal: AbortSignal): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const { headers, body } = forwardedDelivery(event, secret)
    const limits = AbortSignal.any([signal, AbortSignal.timeout(FORWARD_MS)])
    const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body, signal: limits }
    const answer = await fetch(url, { ...sent, redirect: 'manual' }).catch(reasonOf)
    if (typeof answer !== 'string') await answer.body?.cancel()
    const outcome = typeof answer === 'string' ? answer : String(answer.status)
    signal.throwIfAborted()
    if (typeof answer !== 'string' && answer.ok) return outcome
    if (attempt === ATTEMPTS) return `${outcome}, given up after ${ATTEMPTS} attempts`
    await sleep(attempt * 500, undefined, { signal })
  }
}

/** Such as ECONNREFUSED, which `fetch` hides in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'unreachable'
}

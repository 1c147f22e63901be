import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import type { Context } from '../../context.ts'
import { takeLease } from '../../queue/process-lease.ts'
import { MINUTE_MS, SECOND_MS } from '../../times.ts'
import { createFolders, openMailbox } from './connect.ts'
import { createPasses, type PassOptions } from './passes.ts'

const LEASE = 'reply mailbox'
/** Between two passes, if the server does not report new mail. */
const POLL_MS = 20 * SECOND_MS
const FIRST_PAUSE_MS = SECOND_MS
const MAX_PAUSE_MS = 5 * MINUTE_MS

interface Options extends Omit<PassOptions, 'mayGoOn'> {
  url: string
  onError(error: unknown): void
  pollMs?: number
}

/** A mailbox that is read for replies. */
export interface Mailbox {
  /** Whether the last attempt to read it failed. */
  isAway(): boolean
  close(): Promise<void>
}

/** Reads a mailbox, in one process at a time, until it is closed. An outage is retried with growing pauses. */
export function startMailbox({ store }: Pick<Context, 'store'>, options: Options): Mailbox {
  const { url, onError, pollMs = POLL_MS } = options
  const holder = randomUUID()
  const closing = new AbortController()
  const { signal } = closing
  let connection: ImapFlow | undefined
  let isAway = false
  let pause = FIRST_PAUSE_MS

  const wait = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  async function mayGoOn(): Promise<boolean> {
    return !signal.aborted && (await store.write((tx) => takeLease(tx, { name: LEASE, holder }))) !== undefined
  }
  const { pass } = createPasses({ ...options, mayGoOn })

  async function read(): Promise<void> {
    if (!(await mayGoOn())) return wait(pollMs)
    const { client } = await openMailbox(url)
    connection = client
    try {
      await createFolders(client)
      while (client.usable && (await mayGoOn())) {
        const isDone = await pass(client)
        isAway = false
        pause = FIRST_PAUSE_MS
        if (isDone) await newMail(client)
      }
      // Servers end connections from time to time.
      await wait(FIRST_PAUSE_MS)
    } finally {
      connection = undefined
      client.close()
    }
  }

  async function newMail(client: ImapFlow): Promise<void> {
    const events = ['exists', 'close'].map((event) => once(client, event, { signal }).catch(() => undefined))
    void client.idle().catch(() => undefined)
    await Promise.race([...events, wait(pollMs)])
  }

  async function run(): Promise<void> {
    while (!signal.aborted)
      try {
        await read()
      } catch (error) {
        if (signal.aborted) return
        if (!isAway) onError(error)
        isAway = true
        await wait(pause)
        pause = Math.min(pause * 2, MAX_PAUSE_MS)
      }
  }

  const running = run()
  return {
    isAway: () => isAway,
    async close() {
      closing.abort()
      connection?.close()
      await running
    },
  }
}

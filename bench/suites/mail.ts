import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Handrail, operations } from '@handrail/core'
import type { Databases } from '../data/databases.ts'
import { openEach, withInstance, workspaceWith } from '../data/senders.ts'
import { median, printEach } from '../table.ts'
import type { Measured, Setting } from './fairness.ts'

const { createContact, createEnrollment, createGuide, publishGuide } = operations

const INVITATIONS = 100
const INVITE_EVERY_MS = 80
/** Time for the last mail to arrive. */
const AFTER_MS = 2000
const BATCH = 500
const FAR = '2099-01-01T00:00:00.000Z'
const LONG_AGO = '2020-01-01T00:00:00.000Z'

/** Mail that exists before the measurement. */
interface Crowd {
  what: string
  workspaces: number
  each: number
  state: object
}

const CROWDS: Crowd[] = [
  { what: 'nothing', workspaces: 0, each: 0, state: {} },
  {
    what: '300,000 mails of 5,000 older workspaces, put off',
    workspaces: 5000,
    each: 60,
    state: { next_attempt_at: FAR, waiting_for: 'time' },
  },
  {
    what: '30,000 mails of 50 older workspaces that come too late',
    workspaces: 50,
    each: 600,
    state: { send_before: LONG_AGO },
  },
  { what: '20,000 mails of one older workspace, all due', workspaces: 1, each: 20_000, state: {} },
]

/** The time of invitations from their commit to the mail server, beside mail of other workspaces. */
export async function measureMail(databases: Databases, { part, crowd: name, instances }: Measured): Promise<void> {
  const crowds = CROWDS.filter(({ what }) => what.includes(name))
  if (crowds.length === 0) return
  const receiver = await startReceiver()
  const title = `From commit to the mail server (ms), ${INVITATIONS} invitations beside a crowd of ${part} of what it says, sent by ${instances}`
  await printEach(title, crowds, async (crowd) =>
    beside(crowd, receiver, { part, instances, url: await databases.empty() }),
  )
  receiver.stop()
}

interface Receiver {
  url: string
  arrivals: Map<string, number>
  stop(): void
}

async function startReceiver(): Promise<Receiver> {
  const child = fork(fileURLToPath(new URL('../servers/mail-receiver.ts', import.meta.url)))
  const arrivals = new Map<string, number>()
  const url = await new Promise<string>((resolve) => {
    child.on('message', (message: { url?: string; arrivals?: [string, number][] }) => {
      if (message.url) resolve(message.url)
      for (const [recipient, at] of message.arrivals ?? []) arrivals.set(recipient, at)
    })
  })
  return { url, arrivals, stop: () => void child.kill() }
}

function beside({ what, workspaces, each, state }: Crowd, receiver: Receiver, { part, instances, url }: Setting) {
  return withInstance(async (_database, open) => {
    const from = 'Handrail <no-reply@handrail.example>'
    const handrail = await open(true, { mail: { url: receiver.url, from, send: false } })
    const { bound } = await workspaceWith(handrail, [], 'contact.created')
    const sections = [{ title: 'One', steps: [{ title: 'Read', content: { markdown: 'Some *words*.' } }] }]
    const { data: guide } = await bound.invoke(createGuide, { title: 'Start', sections })
    await bound.invoke(publishGuide, { id: guide.id })
    await fillMail(handrail, bound.context.sealer, { workspaces, each: Math.ceil(each * part), state })
    await handrail.close()

    const [sending, ...others] = await openEach(instances, () => open(true, { mail: { url: receiver.url, from } }))
    const acting = await sending.asSystem(bound.context.caller.workspace_id)
    const committed = new Map<string, number>()
    for (let i = 0; i < INVITATIONS; i++) {
      const email = `${crypto.randomUUID()}@example.com`
      const { data: contact } = await acting.invoke(createContact, { email, first_name: 'Pia' })
      await acting.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id, send_invitation: true })
      committed.set(email, Date.now())
      await sleep(INVITE_EVERY_MS)
    }
    await sleep(AFTER_MS)
    for (const one of [sending, ...others]) await one.close()
    const taken = [...committed].flatMap(([email, at]) => (receiver.arrivals.get(email) ?? Number.NaN) - at)
    const arrived = taken.filter((ms) => !Number.isNaN(ms)).sort((a, b) => a - b)
    return {
      what,
      arrived: `${arrived.length} of ${INVITATIONS}`,
      median: median(arrived),
      p99: arrived[Math.floor(arrived.length * 0.99)] ?? Number.NaN,
      longest: arrived.at(-1) ?? Number.NaN,
    }
  }, url)
}

/** Inserts mail directly into the database, for workspaces that sort before all others. */
async function fillMail(
  { database }: Handrail,
  sealer: { seal(text: string): string },
  { workspaces, each, state }: Omit<Crowd, 'what'>,
): Promise<void> {
  const message = { text: 'Hello', html: '<p>Hello</p>', link: null, from_name: null, reply_to: null }
  const sealed_message = sealer.seal(JSON.stringify({ ...message, unsubscribe: null, shows_logo: false }))
  const places = Array.from({ length: workspaces * each }, (_, i) => i % workspaces)
  for (let from = 0; from < places.length; from += BATCH)
    await database.write(async ({ db, stamp: at, time, tables: { emails } }) => {
      await db.insert(emails).values(
        places.slice(from, from + BATCH).map((key) => ({
          workspace_id: `00000000-0000-7000-8000-${key.toString(16).padStart(12, '0')}`,
          id: crypto.randomUUID(),
          kind: 'answer' as const,
          status: 'waiting' as const,
          subject: 'Hello',
          recipient: `eve${key}@example.com`,
          recipient_name: 'Eve',
          sealed_message,
          attempts: 0,
          next_attempt_at: time,
          created_at: at,
          updated_at: at,
          ...state,
        })),
      )
    })
}

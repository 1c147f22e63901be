import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { createHandrail, type Handrail, operations } from '../src/index.ts'
import { SECRET } from './instance.ts'

const { createOrganisation, createWebhookEndpoint, createWorkspace } = operations

const CUTS = Number(process.env.HANDRAIL_TEST_POWER_CUTS ?? 10)
const WRITES = 12
const ENDPOINTS = ['/a', '/b', '/c']

// Sizes of the write-ahead log (https://www.sqlite.org/fileformat2.html#walformat), in bytes.
const HEADER = 32
const FRAME_HEADER = 24
const PAGE_SIZE_AT = 8
const SALTS_AT = 16
const SALTS_OF_FRAME_AT = 8
const SALTS = 8

/**
 * Simulates power cuts: unflushed data is lost, and the sender does not flush, so the log is copied without its end.
 * The chaos tests of the server cover crashes of PostgreSQL.
 */
test(
  `on sqlite, ${CUTS} power cuts lose no acknowledged write, and every delivery is sent`,
  async () => {
    const receiver = await startReceiver((response) => void setTimeout(() => response.writeHead(204).end(), 5))
    const folder = mkdtempSync(join(tmpdir(), 'handrail-test-'))
    const acknowledged: string[] = []
    let lost = 0
    let file = join(folder, 'handrail.db')
    let handrail = await open(file)
    const workspace_id = await prepare(handrail, receiver)
    for (let cut = 0; cut < CUTS; cut++) {
      const bound = await handrail.asSystem(workspace_id)
      for (let write = 0; write < WRITES; write++)
        acknowledged.push((await bound.invoke(createOrganisation, { name: `Organisation ${cut}.${write}` })).data.id)
      const flushed = framesOf(file)
      const before = receiver.received.length
      const some = Math.ceil(Math.random() * WRITES)
      await expect.poll(() => receiver.received.length, { interval: 1 }).toBeGreaterThanOrEqual(before + some)
      const next = join(folder, String(cut), 'handrail.db')
      lost += cutPower(file, next, flushed)
      await handrail.close()
      file = next
      handrail = await open(file)
    }
    await expect.poll(() => unsettled(handrail), { timeout: 60_000, interval: 100 }).toBe(0)

    const events = (await eventsOf(handrail)).filter(({ type }) => type === 'organisation.created')
    expect(new Set(events.map(({ data }) => JSON.parse(data).id))).toEqual(new Set(acknowledged))
    const happened = new Set(events.map(({ id }) => id))
    for (const path of ENDPOINTS) {
      const arrived = receiver.received.filter((one) => one.path === path).map(({ headers }) => headers['webhook-id'])
      expect(new Set(arrived)).toEqual(happened)
    }
    // The rolled back deliveries had been sent.
    expect(lost).toBeGreaterThan(0)
    expect(receiver.received.length).toBeGreaterThan(happened.size * ENDPOINTS.length)
    await handrail.close()
    await receiver.close()
    rmSync(folder, { recursive: true, force: true })
  },
  60_000 + CUTS * 2000,
)

const open = (database: string) =>
  createHandrail({ database, secret: SECRET, publicUrl: 'http://localhost:3000', upkeep: false })

async function prepare(handrail: Handrail, receiver: Receiver): Promise<string> {
  const { data } = await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Acme' })
  const bound = await handrail.asSystem(data.id)
  for (const path of ENDPOINTS)
    await bound.invoke(createWebhookEndpoint, { url: receiver.url(path), events: ['organisation.created'] })
  return data.id
}

interface Frames {
  /** The salts of this log, which distinguish its frames from older ones. */
  salts: string
  count: number
  /** The size of a frame, with its header. */
  bytes: number
  /** The time of the last checkpoint. */
  checkpoint: number
}

function framesOf(file: string): Frames {
  const log = readFileSync(`${file}-wal`)
  const bytes = FRAME_HEADER + log.readUInt32BE(PAGE_SIZE_AT)
  const salts = log.toString('hex', SALTS_AT, SALTS_AT + SALTS)
  const saltsOf = (frame: number) => {
    const at = HEADER + frame * bytes + SALTS_OF_FRAME_AT
    return log.toString('hex', at, at + SALTS)
  }
  let count = 0
  while (HEADER + (count + 1) * bytes <= log.length && saltsOf(count) === salts) count++
  return { salts, count, bytes, checkpoint: statSync(file).mtimeMs }
}

/**
 * Copies a database as after a power cut that lost some unflushed data.
 * @param flushed the frames of the log at the last flush
 * @returns the number of lost frames
 */
function cutPower(file: string, copy: string, flushed: Frames): number {
  const present = framesOf(file)
  const isSameLog = present.salts === flushed.salts && present.checkpoint === flushed.checkpoint
  const unflushed = isSameLog ? present.count - flushed.count : 0
  const lost = Math.ceil(Math.random() * unflushed)
  mkdirSync(dirname(copy))
  copyFileSync(file, copy)
  // The last frame may be written partially.
  const length =
    HEADER + (present.count - lost) * present.bytes + (lost > 0 ? Math.floor(Math.random() * present.bytes) : 0)
  writeFileSync(`${copy}-wal`, readFileSync(`${file}-wal`).subarray(0, length))
  return lost
}

async function unsettled({ database }: Handrail): Promise<number> {
  const rows = await database.read(async ({ db, tables: { webhook_deliveries: deliveries } }) =>
    db.select({ status: deliveries.status }).from(deliveries),
  )
  return rows.filter(({ status }) => status !== 'succeeded').length
}

function eventsOf({ database }: Handrail) {
  return database.read(async ({ db, tables: { events } }) => db.select().from(events))
}

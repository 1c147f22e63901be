import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { conditions } from '../../../../test/built.ts'
import { type Bound, createHandrail, operations } from '../../src/index.ts'
import { ENGINES, type Instance, openInstance, SECRET } from '../instance.ts'

const { createImport, getImport } = operations

const PROGRAM = fileURLToPath(new URL('./importer.ts', import.meta.url))

let instance: Instance
const importers: ChildProcess[] = []
afterEach(async () => {
  for (const importer of importers.splice(0)) importer.kill('SIGKILL')
  await instance.close()
})

function startImporter(): ChildProcess {
  const args = [...conditions('packages/core'), PROGRAM, instance.database, instance.files, SECRET]
  const importer = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  importers.push(importer)
  return importer
}

const input = () => ({
  resource: 'contacts' as const,
  name: 'people.csv',
  content: Readable.from([Buffer.from('email,first name\na@a.example,Ada\n')]),
})

const begin = async (bound: Bound) => (await bound.invoke(createImport, input())).data.id

/** Replaces the only content with a pipe without a writer, which blocks every reader. */
function blockContent(folder: string): void {
  const [name = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) =>
    /[0-9a-f]{48}$/.test(one),
  )
  rmSync(join(folder, name))
  execFileSync('mkfifo', [join(folder, name)])
}

const rowOf = (id: string) =>
  instance.handrail.database.read(async ({ db, tables: { imports } }) =>
    (await db.select().from(imports)).find((row) => row.id === id),
  )

/** The number of processes that are reading a file of a workspace, or have ended while they did. */
const readingsOf = ({ context }: Bound) =>
  instance.handrail.database.read(async ({ db, tables: { file_readings: t } }) => {
    const rows = await db.select().from(t).where(eq(t.workspace_id, context.caller.workspace_id))
    return rows.length
  })

const signsOf = (worker: string | null | undefined) =>
  instance.handrail.database.read(
    async ({ db, tables: { workers } }) => (await db.select().from(workers)).find(({ id }) => id === worker)?.beat,
  )

test.each(ENGINES)(
  'an import on %s with three consecutive deaths of its process fails with a reason; other imports continue',
  async (engine) => {
    instance = await openInstance(engine, { imports: false, now: undefined })
    const { acme, other } = instance
    const id = await begin(acme)
    blockContent(instance.files)
    const healthy = await begin(other)
    for (const death of [1, 2, 3]) {
      const importer = startImporter()
      await expect.poll(() => readingsOf(acme), { timeout: 60_000 }).toBe(death)
      expect(await rowOf(id)).toMatchObject({ status: 'reading', deaths: death, lease_until: expect.any(String) })
      // The death was counted at the claim, and the reading before it began, so the process need not report them.
      importer.kill('SIGKILL')
      await once(importer, 'exit')
    }
    const last = await createHandrail({
      database: instance.database,
      files: instance.files,
      secret: SECRET,
      upkeep: false,
      webhooks: { deliver: false },
    })
    try {
      const status = async (bound: Bound, one: string) => (await bound.invoke(getImport, { id: one })).data
      await expect.poll(async () => (await status(acme, id)).status, { timeout: 60_000 }).toBe('failed')
      expect(await status(acme, id)).toMatchObject({
        problem: expect.stringMatching(/stopped 3 times while processing this import/),
        problem_code: 'kept_failing',
      })
      await expect.poll(async () => (await status(other, healthy)).status, { timeout: 60_000 }).toBe('read')
      await expect(acme.invoke(createImport, input())).rejects.toMatchObject({ reason: 'file_ended_process' })
    } finally {
      await last.close()
    }
  },
  300_000,
)

test.each(ENGINES)(
  'an import on %s whose process was killed continues as soon as another process starts',
  async (engine) => {
    instance = await openInstance(engine, { imports: false, now: undefined })
    const id = await begin(instance.acme)
    blockContent(instance.files)
    for (const death of [1, 2, 3]) {
      const importer = startImporter()
      await expect.poll(async () => (await rowOf(id))?.deaths, { timeout: 60_000, interval: 10 }).toBe(death)
      // Waiting for missing heartbeats of the previous process would have taken seven or more heartbeats.
      if (engine === 'postgres') expect(await signsOf((await rowOf(id))?.leased_by)).toBeLessThan(5)
      importer.kill('SIGKILL')
      await once(importer, 'exit')
    }
  },
  300_000,
)

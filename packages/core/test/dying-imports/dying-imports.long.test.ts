import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
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

const begin = async (bound: Bound) =>
  (
    await bound.invoke(createImport, {
      resource: 'contacts',
      name: 'people.csv',
      content: Readable.from([Buffer.from('email,first name\na@a.example,Ada\n')]),
    })
  ).data.id

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

/** The number of files that are recorded as being read, or as not read again. */
const readings = () =>
  instance.handrail.database.read(async ({ db, tables }) => (await db.select().from(tables.file_readings)).length)

const signs = () => instance.handrail.database.read(({ db, tables: { workers } }) => db.select().from(workers))

/** Starts a program like the importers, in this process. */
const openLast = () =>
  createHandrail({
    database: instance.database,
    files: instance.files,
    secret: SECRET,
    upkeep: false,
    webhooks: { deliver: false },
  })

const importOf = async (bound: Bound, id: string) => (await bound.invoke(getImport, { id })).data

test.each(ENGINES)(
  'a file on %s whose service was killed while it was read is not read again, and other imports continue',
  async (engine) => {
    instance = await openInstance(engine, { imports: false, now: undefined })
    const { acme, other } = instance
    const id = await begin(acme)
    blockContent(instance.files)
    const importer = startImporter()
    await expect.poll(readings, { timeout: 60_000 }).toBe(1)
    expect(await rowOf(id)).toMatchObject({ status: 'reading', lease_until: expect.any(String) })
    // It was recorded before it was read, so the service need not report its end.
    importer.kill('SIGKILL')
    await once(importer, 'exit')
    const healthy = await begin(other)
    const last = await openLast()
    try {
      await expect.poll(async () => (await importOf(acme, id)).status, { timeout: 60_000 }).toBe('failed')
      expect(await importOf(acme, id)).toMatchObject({
        problem: expect.stringMatching(/ended the process that read it, so it is not read again\. Save it as CSV/),
        problem_code: 'ended_process',
      })
      await expect.poll(async () => (await importOf(other, healthy)).status, { timeout: 60_000 }).toBe('read')
    } finally {
      await last.close()
    }
  },
  300_000,
)

test.each(ENGINES)(
  'an import on %s with three consecutive deaths of its process fails with a reason',
  async (engine) => {
    instance = await openInstance(engine, { imports: false, now: undefined })
    const id = await begin(instance.acme)
    await instance.handrail.database.write(({ db, tables: { imports } }) => db.update(imports).set({ deaths: 3 }))
    const last = await openLast()
    try {
      await expect.poll(async () => (await importOf(instance.acme, id)).status, { timeout: 60_000 }).toBe('failed')
      expect(await importOf(instance.acme, id)).toMatchObject({
        problem: expect.stringMatching(/stopped 3 times while processing this import/),
        problem_code: 'kept_failing',
      })
    } finally {
      await last.close()
    }
  },
  300_000,
)

test.each(ENGINES)(
  'an import on %s whose process was killed is taken over as soon as another process starts',
  async (engine) => {
    instance = await openInstance(engine, { imports: false, now: undefined })
    const id = await begin(instance.acme)
    blockContent(instance.files)
    const killed = startImporter()
    await expect.poll(readings, { timeout: 60_000, interval: 10 }).toBe(1)
    const known = (await signs()).map(({ id: worker }) => worker)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    startImporter()
    await expect.poll(async () => (await rowOf(id))?.status, { timeout: 60_000, interval: 10 }).toBe('failed')
    // Waiting for missing heartbeats of the previous process would have taken seven or more heartbeats.
    for (const { id: worker, beat } of await signs()) if (!known.includes(worker)) expect(beat).toBeLessThan(5)
  },
  300_000,
)

import { execFileSync } from 'node:child_process'
import { closeSync, linkSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createReadings } from '../../src/foreign-files/readings.ts'
import { createTableFiles } from '../../src/imports/table/process/table-files.ts'
import { type Bound, createHandrail, operations } from '../../src/index.ts'
import { invoke } from '../../src/operation/invoke.ts'
import { ENGINES, type Instance, openInstance, SECRET } from '../instance.ts'

const { createImport, getImport } = operations

const NOT_AGAIN = {
  code: 'validation_error',
  reason: 'file_ended_process',
  errors: { content: [expect.stringMatching(/^ended the process that read it, so it is not read again\. Save it/)] },
}

describe.each(ENGINES)('a file that ends the process that reads it, on %s', (engine) => {
  let instance: Instance
  beforeEach(async () => {
    instance = await openInstance(engine, { imports: false })
  })
  afterEach(() => instance.close())

  const input = (content: Buffer) => ({
    resource: 'contacts' as const,
    name: 'people.csv',
    content: Readable.from([content]),
  })
  const recorded = () =>
    instance.handrail.database.read(async ({ db, tables }) =>
      (await db.select().from(tables.file_readings)).map(({ is_refused }) => is_refused),
    )
  const statusOf = async (bound: Bound, id: string) => (await bound.invoke(getImport, { id })).data

  /** Uploads with a limit of processor time that reading this file exceeds. */
  async function uploadDeadly(content: Buffer): Promise<unknown> {
    const readings = createReadings(instance.handrail.database)
    const tableFiles = createTableFiles({ beginning: { megabytes: 512, seconds: 0.02 }, readings })
    return invoke(createImport, { ...instance.acme.context, tableFiles }, input(content))
  }

  test('is recorded once, and not read again: neither in this process, nor after a restart', async () => {
    const content = Buffer.from(`email,first name\n${'somebody@harbour.example,Somebody\n'.repeat(600_000)}`)
    await expect(uploadDeadly(content)).rejects.toMatchObject({
      code: 'validation_error',
      errors: { content: [expect.stringMatching(/^takes too long to read\. Save it as CSV/)] },
    })
    expect(await recorded()).toEqual([true])
    await expect(instance.acme.invoke(createImport, input(content))).rejects.toMatchObject(NOT_AGAIN)
    // Other files, and the same file in another workspace, are read.
    await instance.acme.invoke(createImport, input(Buffer.from('email\na@a.example\n')))
    await instance.other.invoke(createImport, input(content))
    expect(await recorded()).toEqual([true])

    const { database, files } = instance
    await instance.handrail.close()
    const options = { database, files, secret: SECRET, upkeep: false, webhooks: { deliver: false }, imports: false }
    const restarted = await createHandrail(options)
    const acme = await restarted.asSystem(instance.acme.context.caller.workspace_id)
    await expect(acme.invoke(createImport, input(content))).rejects.toMatchObject(NOT_AGAIN)
    await restarted.close()
  }, 120_000)

  test('a service that is stopped while it reads a file reads it again later', async () => {
    const { data } = await instance.acme.invoke(createImport, input(Buffer.from('email\na@a.example\n')))
    const readings = createReadings(instance.handrail.database)
    const key = { workspace_id: instance.acme.context.caller.workspace_id, content_hash: 'a hash' }
    const reading = await readings.begin(key)
    expect(await recorded()).toEqual([false])
    const closed = readings.close()
    expect(reading?.signal.reason).toMatchObject({ code: 'unavailable' })
    await expect(readings.begin(key)).rejects.toMatchObject({ code: 'unavailable' })
    await reading?.end()
    await closed
    expect(await recorded()).toEqual([])
    expect((await statusOf(instance.acme, data.id)).status).toBe('reading')
  })

  test.runIf(process.platform === 'linux')(
    'its import fails with a reason, and those of other workspaces are read',
    async () => {
      const content = Buffer.from('email,first name\npia@c.example,Pia\n')
      const { data } = await instance.acme.invoke(createImport, input(content))
      const unblock = blockContent(instance.files)
      const { data: healthy } = await instance.other.invoke(createImport, input(content))
      const { database, files } = instance
      const options = { database, files, secret: SECRET, upkeep: false, webhooks: { deliver: false } }
      const worker = await createHandrail({ ...options, onError: () => undefined })
      try {
        await expect
          .poll(async () => (await statusOf(instance.other, healthy.id)).status, { timeout: 60_000 })
          .toBe('read')
        // One that is killed before it has the file is started again: each has twice the time of the one before, however slow the machine.
        let seconds = 1
        await expect
          .poll(
            async () => {
              if (killReaders(seconds)) seconds *= 2
              return (await statusOf(instance.acme, data.id)).status
            },
            { timeout: 60_000 },
          )
          .toBe('failed')
        expect(await statusOf(instance.acme, data.id)).toMatchObject({
          problem: expect.stringMatching(
            /^This file ended the process that read it, so it is not read again\. Save it/,
          ),
          problem_code: 'ended_process',
        })
        expect(await recorded()).toEqual([true])
        await expect(instance.acme.invoke(createImport, input(content))).rejects.toMatchObject(NOT_AGAIN)
      } finally {
        unblock()
        await worker.close()
      }
    },
    120_000,
  )
})

/** Replaces the only content with a pipe without a writer, which blocks every reader. @returns ends that */
function blockContent(folder: string): () => void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const [name = ''] = names.filter((one) => /[0-9a-f]{48}$/.test(one))
  const path = join(folder, name)
  const content = readFileSync(path)
  rmSync(path)
  execFileSync('mkfifo', [path])
  // The content is removed with the failed import, and whoever opens it waits.
  const kept = `${path}.kept`
  linkSync(path, kept)
  return () => {
    // Both ends at once: opening does not wait.
    const pipe = openSync(kept, 'r+')
    writeSync(pipe, content)
    closeSync(pipe)
  }
}

/** Kills the processes of this one that have been reading tables for some seconds. @returns whether there were any */
function killReaders(seconds: number): boolean {
  const listed = execFileSync('ps', ['-o', 'pid=,etimes=,args=', '--ppid', `${process.pid}`], { encoding: 'utf8' })
  const readers = listed.split('\n').filter((one) => one.includes('table-process'))
  const old = readers.map((one) => one.trim().split(/\s+/).map(Number)).filter(([, age = 0]) => age >= seconds)
  for (const [pid = 0] of old) process.kill(pid, 'SIGKILL')
  return old.length > 0
}

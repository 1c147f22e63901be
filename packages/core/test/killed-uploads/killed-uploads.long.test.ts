import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { conditions } from '../../../../test/built.ts'
import { operations } from '../../src/index.ts'
import { ENGINES, type Engine, type Instance, openInstance, SECRET } from '../instance.ts'

const { createGuide, publishGuide } = operations

const PROGRAM = fileURLToPath(new URL('upload.ts', import.meta.url))
/** A few in every run of the tests; use 20 for thorough runs. */
const KILLS = Number(process.env.HANDRAIL_TEST_UPLOAD_KILLS ?? 3)
/** What kills leave behind counts among the thousand uploads that a workspace may have under way, of two processes each time. */
const UPLOADS = Math.min(100, Math.floor(1000 / (2 * KILLS)))
const DAY_MS = 86_400_000

test.each(ENGINES)(
  `on %s, kills during ${UPLOADS} uploads lose no acknowledged one, and the sweep deletes the rest after a day`,
  async (engine) => {
    const instance = await openInstance(engine, { publicUrl: 'http://localhost:3000' })
    const guide_id = await guideOf(instance)
    const acknowledged = new Map<string, string>()
    for (let kill = 0; kill < KILLS; kill++) await uploadUntilKilled(engine, instance, guide_id, acknowledged, kill)
    expect(acknowledged.size).toBeGreaterThan(KILLS * 10)

    const rows = await instance.handrail.database.read(({ db, tables: { files } }) => db.select().from(files))
    const { contents } = instance.acme.context
    const kept = new Map<string, string>()
    for (const { id, stored_as } of rows) {
      const hash = createHash('sha256')
      for await (const chunk of await contents.read(stored_as ?? '')) hash.update(chunk)
      kept.set(id, hash.digest('hex'))
    }
    const lost = [...acknowledged].filter(([id, checksum]) => kept.get(id) !== checksum)
    expect(lost).toEqual([])

    // A file being written is in the folder before its row exists, which the delay of a day allows for.
    const long = new Date(instance.clock.now.getTime() - 2 * DAY_MS)
    for (const path of storedIn(instance.files)) utimesSync(path, long, long)
    await instance.handrail.upkeep()
    const names = storedIn(instance.files).map((path) => path.split('/').at(-1))
    expect(names.toSorted()).toEqual(rows.map(({ stored_as }) => stored_as).toSorted())
    await instance.close()
  },
  240_000 + KILLS * 10_000,
)

async function guideOf({ acme }: Instance): Promise<string> {
  const steps = Array.from({ length: 100 }, (_, number) => ({ title: `${number}`, type: 'file_upload' as const }))
  const { data } = await acme.invoke(createGuide, { title: 'Files', sections: [{ title: 'One', steps }] })
  await acme.invoke(publishGuide, { id: data.id })
  return data.id
}

/** Each kill at another moment: of one process on SQLite, of two at once, which share the folder, on PostgreSQL. */
async function uploadUntilKilled(
  engine: Engine,
  { database, files, acme }: Instance,
  guide_id: string,
  acknowledged: Map<string, string>,
  kill: number,
): Promise<void> {
  const args = [database, SECRET, files, acme.context.caller.workspace_id, guide_id, String(UPLOADS)]
  const wanted = acknowledged.size + 11 + ((kill * 37) % 60)
  const children = Array.from({ length: engine === 'sqlite' ? 1 : 2 }, () =>
    spawn(process.execPath, [...conditions('packages/core'), PROGRAM, ...args]),
  )
  const ends = children.map(async (child) => {
    let [output, errors] = ['', '']
    child.stdout.on('data', (chunk) => {
      output += chunk
      const lines = output.split('\n')
      output = lines.pop() ?? ''
      for (const line of lines) {
        const [id = '', checksum] = line.split(' ')
        if (checksum !== undefined) acknowledged.set(id, checksum)
      }
      if (acknowledged.size >= wanted) for (const each of children) each.kill('SIGKILL')
    })
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)))
    return { signal, errors }
  })
  for (const end of ends) {
    const { signal, errors } = await end
    expect(signal, errors).toBe('SIGKILL')
    expect(errors, errors).toBe('')
  }
}

function storedIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((shard) =>
    readdirSync(join(folder, shard)).map((name) => join(folder, shard, name)),
  )
}

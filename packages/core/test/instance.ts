import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migratedDatabase } from '../../../test/migrated-database.ts'
import { type Bound, createHandrail, type Handrail, type HandrailOptions, operations } from '../src/index.ts'

const { createGuide, createWorkspace, publishGuide } = operations

export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

export const SECRET = 'a secret of the tests, long enough for anybody'

/** An open instance with two workspaces, and a clock that tests advance. */
export interface Instance {
  handrail: Handrail
  database: string
  /** The folder of what is uploaded. */
  files: string
  acme: Bound
  other: Bound
  clock: { now: Date }
  close(): Promise<void>
}

/** An instance with a new database on the given engine. */
export async function openInstance(engine: Engine, options: Partial<HandrailOptions> = {}): Promise<Instance> {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-test-'))
  const database = await migratedDatabase(engine, folder)
  const files = join(folder, 'files')
  const clock = { now: new Date('2026-11-20T12:00:00.000Z') }
  const handrail = await createHandrail({
    database,
    files,
    secret: SECRET,
    publicUrl: 'https://handrail.example',
    now: () => clock.now,
    upkeep: false,
    webhooks: { deliver: false },
    poolSize: 4,
    ...options,
  })
  const operator = await handrail.asSystem()
  const workspace = async (name: string) => {
    const { data } = await operator.invoke(createWorkspace, { name })
    return handrail.asSystem(data.id)
  }
  return {
    handrail,
    database,
    files,
    acme: await workspace('Acme'),
    other: await workspace('Other'),
    clock,
    async close() {
      await handrail.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A published guide with a section of two steps and one of one step. */
export async function publishedGuide(bound: Bound, title = 'Getting started') {
  const { data } = await bound.invoke(createGuide, {
    title,
    description: 'The first day',
    sections: [
      {
        title: 'Account',
        steps: [{ title: 'Sign in', content: { markdown: '# Hello' } }, { title: 'Invite somebody' }],
      },
      { title: 'Data', steps: [{ title: 'Watch', type: 'video', content: { url: 'https://video.example/1' } }] },
    ],
  })
  return (await bound.invoke(publishGuide, { id: data.id })).data
}

/** The events of a workspace in order. */
export function eventsOf({ handrail }: Instance, { context }: Bound) {
  return handrail.database.read(async ({ db, tables: { events } }) => {
    const rows = await db.select().from(events)
    return rows
      .filter((row) => row.workspace_id === context.caller.workspace_id)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((row) => ({ type: row.type, data: JSON.parse(row.data) }))
  })
}

/** The event types of a workspace, in order. */
export async function eventTypesOf(instance: Instance, bound: Bound): Promise<string[]> {
  return (await eventsOf(instance, bound)).map((event) => event.type)
}

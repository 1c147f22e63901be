import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_SCOPES, createHandrail, type Handrail, operations } from '@handrail/core'
import { postgresDatabases } from '../data/databases.ts'
import { SECRET, seed } from '../data/seed.ts'
import { type Server, startService } from '../servers/server.ts'
import type { Attacker } from './attack.ts'
import { signIn } from './browser.ts'

const { createApiKey, createContact, createEnrollment, createGuide, createUser, createWorkspace, publishGuide } =
  operations

/** Of the workspace in which much is read. */
const CONTACTS = 100_000

const PASSWORD = 'twelve letters of no value'

/** A service with the workspace of the attacker and another one. */
export interface Setting {
  servers: readonly Server[]
  attacker: Attacker
  healthy: { token: string; link: string }
  /** Size of the data folder and the database in megabytes. */
  disk(): Promise<number>
  stop(): Promise<void>
}

export async function prepare(engine: 'sqlite' | 'postgres', processes: number): Promise<Setting> {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-hostile-'))
  const files = join(folder, 'uploads')
  mkdirSync(files)
  const databases = engine === 'postgres' ? await postgresDatabases() : undefined
  const database = (await databases?.empty()) ?? join(folder, 'handrail.db')
  const { token: reader } = await seed(database, CONTACTS)
  const seeded = await fill(database, files)
  const settings = { HANDRAIL_FILES: files, HOST: '0.0.0.0' }
  const servers: Server[] = []
  for (let i = 0; i < processes; i++) servers.push(await startService(database, settings, false))
  const url = fromOutside(servers[0]?.url ?? '')
  const person = (role: string) => ({
    email: `${role}@attacker.example`,
    password: PASSWORD,
    workspace_id: seeded.workspace_id,
  })
  const { token, guide_id, healthy } = seeded
  const admin = await signIn(url, person('admin'))
  const { text } = await admin.call('add_sample_workspace', {})
  const [, link = ''] = /\/g\/([\w-]+)/.exec(text) ?? []
  return {
    servers,
    attacker: {
      url,
      token,
      guide_id,
      reader,
      link,
      admin,
      viewer: await signIn(url, person('viewer')),
    },
    healthy,
    disk: async () => (sizeOf(folder) + (await sizeOfDatabase(database))) / 1024 ** 2,
    async stop() {
      for (const server of servers) await server.stop()
      await databases?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The address of a server as other machines reach it, since limits by address do not count this machine; the same if it has none. */
function fromOutside(url: string): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const outside = all.find(({ internal, family }) => !internal && family === 'IPv4')
  return outside ? url.replace('127.0.0.1', outside.address) : url
}

async function fill(database: string, files: string) {
  const handrail = await createHandrail({ database, files, secret: SECRET, upkeep: false })
  try {
    const attacker = await workspace(handrail, 'Attacker')
    for (const role of ['admin', 'viewer'] as const)
      await attacker.bound.invoke(createUser, {
        email: `${role}@attacker.example`,
        name: 'Mallory',
        role,
        password: PASSWORD,
      })
    const { id: workspace_id, token, guide_id } = attacker
    const other = await workspace(handrail, 'Healthy')
    const { data: contact } = await other.bound.invoke(createContact, { email: 'h@example.com', first_name: 'H' })
    const enrollment = { contact_id: contact.id, guide_id: other.guide_id }
    const { data } = await other.bound.invoke(createEnrollment, enrollment)
    return { workspace_id, token, guide_id, healthy: { token: other.token, link: data.access_token } }
  } finally {
    await handrail.close()
  }
}

async function workspace(handrail: Handrail, name: string) {
  const { data } = await (await handrail.asSystem()).invoke(createWorkspace, { name })
  const bound = await handrail.asSystem(data.id)
  const { data: key } = await bound.invoke(createApiKey, { name: 'key', scopes: [...ALL_SCOPES] })
  const sections = [{ title: 'One', steps: [{ title: 'Read', content: { markdown: 'Some *words*.' } }] }]
  const { data: guide } = await bound.invoke(createGuide, { title: 'Start', sections })
  await bound.invoke(publishGuide, { id: guide.id })
  return { id: data.id, bound, token: key.token, guide_id: guide.id }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
}

async function sizeOfDatabase(database: string): Promise<number> {
  if (!database.startsWith('postgres')) return 0
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
  await client.end()
  return Number(rows[0].bytes)
}

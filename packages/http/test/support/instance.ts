import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_SCOPES, createHandrail, type Handrail, type HandrailOptions, operations } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { migratedDatabase } from '../../../../test/migrated-database.ts'
import { type AppOptions, createApp } from '../../src/index.ts'
import { requireDescribed } from './described.ts'

const { createApiKey, createGuide, createWorkspace, publishGuide } = operations

export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]
export const PUBLIC_URL = 'https://handrail.example'
export const SECRET = 'a secret of the tests, long enough for anybody'

/** The scopes of the specification. Those of our own open further tools and resources. */
export const SPECIFIED_SCOPES = [
  ...['contacts:read', 'contacts:write', 'organisations:read', 'organisations:write'],
  ...['enrollments:read', 'enrollments:write', 'guides:read', 'webhooks:manage'],
]

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

export interface Call {
  method?: Method
  path: string
  /** The token of the workspace that owns everything, unless another or none (null) is given. */
  token?: string | null
  headers?: Record<string, string>
  /** Sent as JSON; a string or bytes as they are. */
  body?: unknown
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
export type Json = any

export interface Answer {
  status: number
  headers: Record<string, string | undefined>
  text: string
  body: Json
}

/** A workspace with a published guide, and a token for everything in it. */
export interface Tenant {
  id: string
  token: string
  guide_id: string
  key(scopes: readonly string[]): Promise<string>
}

/** The application over an empty database. */
export interface BareInstance {
  app: FastifyInstance
  handrail: Handrail
  database: string
  /** The folder of what is uploaded. */
  files: string
  /** Everything that was logged. */
  logged: string[]
  close(): Promise<void>
}

export interface Instance extends BareInstance {
  acme: Tenant
  other: Tenant
  call(call: Call): Promise<Answer>
}

/** The application over a database of its own, on the engine that is asked for, with two workspaces. */
export async function openInstance(
  engine: Engine,
  options: Partial<AppOptions> = {},
  core: Partial<HandrailOptions> = {},
): Promise<Instance> {
  const bare = await openBare(engine, options, core)
  const acme = await openTenant(bare.handrail, 'Acme')
  const other = await openTenant(bare.handrail, 'Other')
  return { ...bare, acme, other, call: (call) => inject(bare.app, { token: acme.token, ...call }) }
}

export async function openBare(
  engine: Engine,
  options: Partial<AppOptions> = {},
  core: Partial<HandrailOptions> = {},
): Promise<BareInstance> {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-http-'))
  const database = await migratedDatabase(engine, folder)
  const files = join(folder, 'files')
  const handrail = await createHandrail({
    database,
    files,
    secret: SECRET,
    publicUrl: PUBLIC_URL,
    upkeep: false,
    poolSize: 4,
    ...core,
    webhooks: { deliver: false, ...core.webhooks },
  })
  const logged: string[] = []
  // At its most verbose.
  const logger = pino({ level: 'trace' }, { write: (line) => logged.push(line) })
  const app = await createApp({ handrail, logger, ...options })
  return {
    app,
    handrail,
    database,
    files,
    logged,
    async close() {
      await app.close()
      await handrail.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openTenant(handrail: Handrail, name: string): Promise<Tenant> {
  const operator = await handrail.asSystem()
  const { data: workspace } = await operator.invoke(createWorkspace, { name })
  const owner = await handrail.asSystem(workspace.id)
  const key = async (scopes: readonly string[]) =>
    (await owner.invoke(createApiKey, { name: 'test', scopes: [...scopes] })).data.token
  const steps = [{ title: 'Sign in' }, { title: 'Invite somebody' }, { title: 'Import data' }]
  const { data: guide } = await owner.invoke(createGuide, { title: 'Start', sections: [{ title: 'First day', steps }] })
  await owner.invoke(publishGuide, { id: guide.id })
  return { id: workspace.id, token: await key(ALL_SCOPES), guide_id: guide.id, key }
}

export async function inject(
  app: FastifyInstance,
  { method = 'GET', path, token, headers, body }: Call,
): Promise<Answer> {
  const raw = typeof body === 'string' || Buffer.isBuffer(body) || body === undefined
  const sent: Record<string, string> = {}
  if (token) sent.authorization = `Bearer ${token}`
  if (body !== undefined) sent['content-type'] = 'application/json'
  const response = await app.inject({
    method,
    url: path,
    headers: { ...sent, ...headers },
    ...(body === undefined ? {} : { payload: raw ? (body as string | Buffer) : JSON.stringify(body) }),
  })
  requireDescribed(method, path, response.statusCode)
  const text = response.payload
  const isJson = String(response.headers['content-type']).startsWith('application/json') && text !== ''
  const encoded = response.headers['content-encoding'] !== undefined
  return {
    status: response.statusCode,
    headers: response.headers as Answer['headers'],
    text,
    body: isJson && !encoded ? JSON.parse(text) : undefined,
  }
}

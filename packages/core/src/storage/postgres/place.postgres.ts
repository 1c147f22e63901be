import type pg from 'pg'
import { AppError } from '../../errors.ts'
import type { Channel } from '../database.ts'
import type { PostgresDatabase } from './postgres-database.ts'

/** The schema of an instance that is given by its address alone. */
const OWN_DATABASE = 'public'
/** A letter or `_`, then letters, digits and `_`: no quotes are needed, and the names of channels have 63 bytes at most. */
const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,31}$/

/** Where the tables of an instance are, and how connections to it are made. */
export interface Place {
  readonly schema: string
  /** Whether the tables are in a schema beside those of other programs. */
  readonly isBeside: boolean
  /** What the server shows connections and transactions as: by that name they know of each other. */
  readonly applicationName: string
  readonly url?: string
  /** A pooler in front of it, which gives transactions a connection each. */
  readonly pooler?: string
  readonly pool?: pg.Pool
}

/** @throws AppError `invalid_request` for a schema that cannot be used */
export function placeOf(database: string | PostgresDatabase, pooler?: string): Place {
  const through = pooler === undefined ? {} : { pooler }
  if (typeof database === 'string')
    return { schema: OWN_DATABASE, isBeside: false, applicationName: 'handrail', url: database, ...through }
  const { schema = 'handrail' } = database
  if (!SCHEMA_NAME.test(schema) || schema.startsWith('pg_') || schema === 'information_schema')
    throw new AppError(
      'invalid_request',
      `The schema ${JSON.stringify(schema)} cannot be used. Give it at most 32 lower-case letters, digits and _, and a name that does not begin with pg_`,
    )
  const isBeside = schema !== OWN_DATABASE
  const at = { schema, isBeside, applicationName: isBeside ? `handrail/${schema}` : 'handrail' }
  if ('url' in database) return { ...at, url: database.url, ...through }
  // A pool is as `pg` makes it, whichever copy of `pg` that is: its type is not part of the public declarations.
  return { ...at, pool: database.pool as unknown as pg.Pool }
}

/** How connections to a place are made. @param options of the session, as on the command line of the server */
export function connectionTo(
  { url = '', pool, isBeside, schema, applicationName }: Place,
  options = '',
): pg.ClientConfig {
  if (pool) {
    // A pool hides the password from enumeration.
    const { password } = pool.options
    return { ...pool.options, ...(password !== undefined && { password }) }
  }
  if (!isBeside) return { connectionString: url, application_name: applicationName, ...(options && { options }) }
  // An address is preferred to other settings, so the schema is set there, after the options that it has.
  const { pathname: address, search } = partsOf(url)
  const parameters = new URLSearchParams(search)
  parameters.delete('application_name')
  parameters.set('options', `${parameters.get('options') ?? ''} ${options} -c search_path=${schema}`.trim())
  return { connectionString: `${address}?${parameters}`, application_name: applicationName }
}

/** An address of a socket is no URL in the sense of `URL`. */
function partsOf(url: string) {
  const at = url.indexOf('?')
  return at < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, at), search: url.slice(at + 1) }
}

/** How connections to the pooler are made. It lets few parameters of a session pass: transactions set their own. */
export function connectionThrough(pooler: string, { applicationName }: Place): pg.ClientConfig {
  return { connectionString: pooler, application_name: applicationName }
}

/** Statements that give a transaction on a shared connection its settings, which end with it. */
export function settingsIn(
  { schema, applicationName }: Place,
  settings: Readonly<Record<string, string | number>>,
): string[] {
  const all = { search_path: schema, application_name: `'${applicationName}'`, ...settings }
  return Object.entries(all).map(([name, value]) => `set local ${name} = ${value}`)
}

/** The name by which the processes of one schema reach each other. Names of channels have letters only, so no two are the same. */
export function channelIn({ schema, isBeside }: Place, { name }: Channel): string {
  return isBeside ? `handrail_${schema}_${name}` : `handrail_${name}`
}

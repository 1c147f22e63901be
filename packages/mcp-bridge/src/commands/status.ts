import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoreKind } from '../auth/authorization.ts'
import { splitScope } from '../auth/tokens/scopes.ts'
import { BridgeError } from '../errors/bridge-error.ts'
import { errorCode } from '../errors/system-code.ts'
import { parseObject } from '../json.ts'
import type { Entry } from '../store/credentials.ts'
import { isOurs, tightened } from '../store/entry-file.ts'
import { openStore, type Store } from '../store/store.ts'
import type { CommandIo } from './command.ts'

export interface StatusOptions {
  /** All that are known, where it is not given. */
  resource?: URL
  profile: string
  folder: string
  store?: StoreKind | 'auto'
  /** Whether a token from the environment is used, whatever is stored. */
  hasToken?: boolean
  json?: boolean
  onTightened?: (path: string) => void
  now?: () => number
}

/** The output of `status --json` for each server and profile. */
interface Status {
  server: string
  profile: string
  /** Null where the keychain that would tell is locked. */
  signed_in: boolean | null
  locked?: string
  /** How: `oauth`, a `token` kept by `login --token`, or one from the `environment`. */
  kind?: 'oauth' | 'token' | 'environment'
  issuer?: string
  account?: string
  workspace?: string
  scopes?: string[]
  /** When a new sign-in is needed, where the one there is is not used before. */
  sign_in_due_at?: string
  /** Of the access token, which is refreshed by itself where `renews` is true. */
  expires_at?: string
  renews?: boolean
  store: StoreKind
  /** Why it is not the keychain. */
  store_reason?: string
  folder: string
  last_error?: { code: string; message: string; at: string }
}

/** Says who is signed in where, without asking any server. */
export async function status(options: StatusOptions, io: CommandIo): Promise<void> {
  const known = options.resource
    ? [{ resource: options.resource, profile: options.profile }]
    : await knownServers(options.folder)
  const onTightened = (path: string) => io.say(tightened(path))
  const all = await Promise.all(known.map((server) => statusOf({ ...options, ...server, onTightened })))
  if (options.json) return io.print(JSON.stringify(options.resource ? all[0] : all, undefined, 2))
  if (all.length === 0) io.print(`No server is known yet; credentials will be in ${options.folder}.`)
  for (const one of all) for (const line of describe(one, (options.now ?? Date.now)())) io.print(line)
}

async function statusOf(options: StatusOptions & { resource: URL }): Promise<Status> {
  const store = await openStore({ ...options, store: options.store ?? 'auto' })
  const { entry, lockedBecause } = await entryOf(store)
  const error = entry?.history.last_error
  return {
    server: options.resource.href,
    profile: options.profile,
    ...(lockedBecause ? { signed_in: null, locked: lockedBecause } : signedIn(entry, options.hasToken ?? false)),
    store: store.kind,
    ...(store.reason ? { store_reason: store.reason } : {}),
    folder: options.folder,
    ...(error ? { last_error: { ...error, at: new Date(error.at).toISOString() } } : {}),
  }
}

/** A keychain that is locked is no reason to say that nobody is signed in. */
async function entryOf(store: Store): Promise<{ entry?: Entry | undefined; lockedBecause?: string }> {
  try {
    return { entry: await store.read() }
  } catch (error) {
    if (error instanceof BridgeError && error.code === 'keychain_locked') return { lockedBecause: error.message }
    throw error
  }
}

function signedIn(entry: Entry | undefined, hasToken: boolean): Pick<Status, 'signed_in'> & Partial<Status> {
  if (hasToken) return { signed_in: true, kind: 'environment' }
  const { tokens, static_token: made } = entry?.credentials ?? {}
  const issuer = entry?.pin ? { issuer: entry.pin.issuer } : {}
  if (made) return { signed_in: true, kind: 'token' }
  if (!tokens) return { signed_in: false, ...issuer }
  return {
    signed_in: true,
    kind: 'oauth',
    ...issuer,
    ...(tokens.account?.name ? { account: tokens.account.name } : {}),
    ...(tokens.account?.workspace ? { workspace: tokens.account.workspace } : {}),
    ...(tokens.refresh_expires_at === undefined
      ? {}
      : { sign_in_due_at: new Date(tokens.refresh_expires_at).toISOString() }),
    ...(tokens.scope === undefined ? {} : { scopes: splitScope(tokens.scope) }),
    ...(tokens.expires_at === undefined ? {} : { expires_at: new Date(tokens.expires_at).toISOString() }),
    renews: tokens.refresh_token !== undefined,
  }
}

function* describe(one: Status, now: number): Generator<string> {
  yield `${one.server} (profile ${one.profile})`
  yield `  signed in    ${one.signed_in === null ? 'unknown' : one.signed_in ? `yes${HOW[one.kind ?? 'oauth']}` : 'no'}`
  if (one.locked) yield `  locked       ${one.locked}`
  if (one.issuer) yield `  issuer       ${one.issuer}`
  if (one.account) yield `  account      ${one.account}`
  if (one.workspace) yield `  workspace    ${one.workspace}`
  if (one.scopes) yield `  scopes       ${one.scopes.join(' ') || 'none'}`
  if (one.expires_at)
    yield `  token until  ${one.expires_at}${one.renews ? ', renewed by itself' : ', then a new sign-in is needed'}`
  if (one.sign_in_due_at)
    yield `  sign in by   ${one.sign_in_due_at}, in ${inWords(Date.parse(one.sign_in_due_at) - now)}, if it is not used before`
  yield `  kept in      ${KEPT[one.store]}${one.store_reason ? ` (${one.store_reason})` : ''}`
  yield `  folder       ${one.folder}`
  if (one.last_error) yield `  last error   ${one.last_error.at} ${one.last_error.message}`
}

function inWords(ms: number): string {
  const hours = Math.max(0, Math.round(ms / 3_600_000))
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

const HOW = { oauth: '', token: ', with a token of yours', environment: ', with the token in MCP_BRIDGE_TOKEN' }
const KEPT = {
  keychain: 'a file that a key in the keychain seals',
  file: 'a file that only you can read, not sealed',
  memory: 'memory, for one process alone',
}

/** Servers and profiles that have a file, which says so unsealed. */
async function knownServers(folder: string): Promise<{ resource: URL; profile: string }[]> {
  const files = await filesOf(folder)
  const contents = await Promise.all(files.map(async (file) => parseObject(await readFile(join(folder, file), 'utf8'))))
  return contents.flatMap((content) => {
    const resource = typeof content?.resource_url === 'string' ? URL.parse(content.resource_url) : null
    return resource && typeof content?.profile === 'string' ? [{ resource, profile: content.profile }] : []
  })
}

async function filesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((file) => isOurs(file) && file.endsWith('.json')).sort()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

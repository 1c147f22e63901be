import { createHash } from 'node:crypto'
import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BridgeError } from '../errors/bridge-error.ts'
import { errorCode } from '../errors/system-code.ts'
import { type JsonObject, parseObject } from '../json.ts'
import type { Credentials, Entry, History, Pin } from './credentials.ts'
import type { Keychain } from './keychain/keychain.ts'
import { seal, unseal } from './seal.ts'
import { isCredentials, isHistory, isPin } from './sound.ts'
import { writeFileAtomically } from './write-file.ts'

const VERSION = 1

/** The file of a server and profile: what is secret is sealed, where there is a keychain. */
interface Content {
  version: number
  generation: number
  resource_url: string
  profile: string
  pin?: Pin
  history: History
  sealed?: string
  credentials?: Credentials
}

/** The name of all files of a server and profile: a person finds the host in it. */
export function entryName(resource: URL, profile: string): string {
  const id = createHash('sha256').update(`${resource.href}\n${profile}`).digest('hex').slice(0, 24)
  return `${resource.hostname.replace(/[^a-z0-9.-]/gi, '_')}.${id}`
}

/** Whether a file in the folder is one of the bridge's, so that clearing a folder takes nothing else with it. */
export function isOurs(file: string): boolean {
  return /^([\w.-]+\.)?[0-9a-f]{24}\./.test(file)
}

export interface EntryFile {
  /**
   * @param quietly never makes the system ask the person for a password
   * @returns undefined where there is none, or none that is intact
   * @throws BridgeError keychain_locked where it is sealed, and the key cannot be had
   */
  read(quietly?: boolean): Promise<Entry | undefined>
  write(entry: Entry): Promise<void>
}

/** How sealed files are opened: `keychain`, or not at all, for a reason, or because the person chose plain files. */
export type Opener = { keychain: Keychain } | { reason: string } | 'plain'

/** @param onTightened told of a file that others could read, and cannot any more */
export function entryFile(
  folder: string,
  name: string,
  opener: Opener,
  onTightened: (path: string) => void = () => undefined,
): EntryFile {
  const path = join(folder, `${name}.json`)
  let seen: { mark: string; entry: Entry | undefined } | undefined
  return {
    async read(quietly = false) {
      if (await tighten(path)) onTightened(path)
      const mark = await markOf(path)
      if (mark === undefined) {
        seen = undefined
        return undefined
      }
      if (seen?.mark === mark) return seen.entry
      const entry = await parse(await readFile(path, 'utf8'), opener, quietly)
      seen = { mark, entry }
      return entry
    },
    async write(entry) {
      const key = typeof opener === 'object' && 'keychain' in opener ? await opener.keychain.keyOrNew() : undefined
      const { credentials, ...open } = entry
      const text = JSON.stringify(credentials)
      const secret = key ? { sealed: seal(key, context(entry.pin), text) } : { credentials }
      await writeFileAtomically(path, `${JSON.stringify({ version: VERSION, ...open, ...secret })}\n`)
    },
  }
}

/** Takes away what others may do with a file of secrets. @returns whether they could do anything */
async function tighten(path: string): Promise<boolean> {
  if (process.platform === 'win32') return false
  try {
    const { mode } = await stat(path)
    if ((mode & 0o077) === 0) return false
    await chmod(path, 0o600)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** Changes with every replacement of the file: a rename gives another inode. */
async function markOf(path: string): Promise<string | undefined> {
  try {
    const { ino, mtimeNs, size } = await stat(path, { bigint: true })
    return `${ino} ${mtimeNs} ${size}`
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** An entry of another version, or a broken one, counts as missing: the person signs in again. */
async function parse(text: string, opener: Opener, quietly: boolean): Promise<Entry | undefined> {
  const content = parseContent(text)
  if (content?.version !== VERSION) return undefined
  const credentials = content.credentials ?? (await unsealed(content, opener, quietly))
  if (!credentials) return undefined
  const { generation, resource_url, profile, history, pin } = content
  return { generation, resource_url, profile, history, credentials, ...(pin ? { pin } : {}) }
}

async function unsealed({ sealed, pin }: Content, opener: Opener, quietly: boolean): Promise<Credentials | undefined> {
  if (sealed === undefined || opener === 'plain') return undefined
  if ('reason' in opener) throw sealedFor(opener.reason)
  const key = await opener.keychain.key(quietly)
  const text = key && unseal(key, context(pin), sealed)
  const credentials = text === undefined ? undefined : parseObject(text)
  return credentials && isCredentials(credentials) ? credentials : undefined
}

function sealedFor(reason: string): BridgeError {
  return new BridgeError(
    'keychain_locked',
    `The credentials are sealed with a key in the keychain. ${reason}: unlock it, or sign in again with --store file. Nothing was changed.`,
  )
}

function parseContent(text: string): Content | undefined {
  const value = parseObject(text)
  return value && isContent(value) ? value : undefined
}

function isContent(value: JsonObject): value is JsonObject & Content {
  const { generation, resource_url, profile, history, pin, sealed, credentials } = value
  return (
    Number.isSafeInteger(generation) &&
    typeof resource_url === 'string' &&
    typeof profile === 'string' &&
    isHistory(history) &&
    (pin === undefined || isPin(pin)) &&
    (sealed === undefined || typeof sealed === 'string') &&
    (credentials === undefined || isCredentials(credentials))
  )
}

/** Credentials of one server, put into the file of another, do not open. */
function context(pin: Pin | undefined): string {
  return JSON.stringify([pin?.issuer ?? '', pin?.resource ?? ''])
}

export function tightened(path: string): string {
  return `Others on this machine could read ${path}, and cannot any more: sign out and in again if you do not trust them.`
}

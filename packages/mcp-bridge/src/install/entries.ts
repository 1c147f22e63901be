import { parse } from 'jsonc-parser'
import { BridgeError } from '../errors/bridge-error.ts'
import { isObject, type JsonObject, stringsOf } from '../json.ts'
import type { Client } from './clients.ts'
import { removeMember, setMember } from './edit.ts'
import { readToml, setTable } from './toml.ts'

/** Which sign-in an entry of an application uses. */
export interface Target {
  url: string
  profile: string
}

/** The servers in an application's settings, by name. */
export function entriesIn(text: string, { member, format }: Client): Map<string, JsonObject> {
  const settings: unknown = format === 'toml' ? readToml(text) : parse(text.replace(/^\ufeff/, ''))
  const servers = isObject(settings) ? settings[member] : undefined
  return new Map(
    Object.entries(isObject(servers) ? servers : {}).filter((entry): entry is [string, JsonObject] =>
      isObject(entry[1]),
    ),
  )
}

/** The server and profile that an entry of ours is for; undefined for those of others. */
export function targetOf({ args }: JsonObject): Target | undefined {
  const given = stringsOf(args) ?? []
  if (!given.some((one) => /mcp-bridge(\.[jt]s)?$/.test(one))) return undefined
  const url = given.find((one) => /^https?:\/\//.test(one))
  const at = given.indexOf('--profile')
  return url === undefined ? undefined : { url, profile: (at >= 0 && given[at + 1]) || 'default' }
}

export function isSame(one: Target | undefined, { url, profile }: Target): boolean {
  return one?.url === url && one.profile === profile
}

/** @param value undefined removes the entry */
export function withEntry(
  text: string,
  file: string,
  client: Client,
  name: string,
  value: JsonObject | undefined,
): string {
  try {
    if (client.format === 'toml') return setTable(text, client.member, name, value)
    return value === undefined ? removeMember(text, client.member, name) : setMember(text, client.member, name, value)
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error
    throw new BridgeError(error.code, `${file} was not changed: ${error.message}`, { cause: error })
  }
}

/** `onboarding.example.com` is `onboarding`, and `onboarding-work` for that profile: as a person would call it. */
export function nameFor({ url, profile }: Target, entries: ReadonlyMap<string, JsonObject>): string {
  const { hostname } = new URL(url)
  const [first = '', ...rest] = hostname.replace(/^(www|mcp|api)\./, '').split('.')
  const isNamed = rest.length > 0 && !/^[\d:[\]]+$/.test(hostname.replaceAll('.', ''))
  const suffix = profile === 'default' ? '' : `-${profile.replace(/[^\w-]+/g, '-')}`
  const short = `${isNamed ? first : 'mcp-bridge'}${suffix}`
  const taken = entries.get(short)
  if (!taken || isSame(targetOf(taken), { url, profile })) return short
  // Somebody else's server may have that name already.
  return `${new URL(url).host.replace(/[^\w-]+/g, '-')}${suffix}`
}

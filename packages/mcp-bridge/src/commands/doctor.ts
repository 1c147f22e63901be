import { lookup } from 'node:dns/promises'
import { parseChallenge } from '../auth/discovery/challenge.ts'
import { discover } from '../auth/discovery/discover.ts'
import type { Call } from '../commands.ts'
import { BridgeError } from '../errors/bridge-error.ts'
import { sentenceOf } from '../errors/failure.ts'
import { NOBODY } from '../host/client-info.ts'
import { fetchOver } from '../network/fetch.ts'
import { isLoopback, proxyFor } from '../network/proxy.ts'
import { openDoor, SignInNeeded } from '../server/http/requests.ts'
import { openRemote } from '../server/server.ts'
import { openStore } from '../store/store.ts'
import type { CommandIo } from './command.ts'
import { type Opened, open } from './setup.ts'

/** What a check found; a fault says what to do. */
type Finding = { fine: string } | { fault: string }
type Check = (opened: Opened, call: Call) => Promise<Finding> | Finding

const REQUEST_MS = 15_000
const CLOCK_MS = 60_000

const checkName: Check = async ({ url }, { environment }) => {
  if (proxyFor(url, environment)) return { fine: 'left to the proxy' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  try {
    const found = await lookup(host, { all: true })
    return { fine: found.map(({ address }) => address).join(', ') }
  } catch {
    return { fault: `There is no address for ${host}: check it for a typing mistake, and the network.` }
  }
}

const checkConnection: Check = async ({ url, network }) => {
  const { body, status } = await network.send({
    method: 'GET',
    url,
    headers: {},
    signal: AbortSignal.timeout(REQUEST_MS),
  })
  const { socket } = body
  const secure = 'getProtocol' in socket && typeof socket.getProtocol === 'function' ? String(socket.getProtocol()) : ''
  body.destroy()
  return {
    fine: `${secure || 'not encrypted'}${isLoopback(url.hostname) ? ', on this machine' : ''}, answers (${status})`,
  }
}

const checkClock: Check = async ({ url, network }) => {
  const { headers, body } = await network.send({
    method: 'GET',
    url,
    headers: {},
    signal: AbortSignal.timeout(REQUEST_MS),
  })
  body.destroy()
  const skew = Date.now() - Date.parse(headers.date ?? '')
  if (Number.isNaN(skew)) return { fine: 'the server does not say what time it is' }
  if (Math.abs(skew) < CLOCK_MS) return { fine: 'agrees with the server' }
  const minutes = Math.round(Math.abs(skew) / 60_000)
  return { fault: `This machine is ${minutes} min ${skew > 0 ? 'ahead of' : 'behind'} the server: set its clock.` }
}

const checkProtocol: Check = async (opened, { settings }) => {
  const { url, network, authorization, headers, log } = opened
  const door = openDoor({ url, network, authorization, headers, log, onAdmitted: () => undefined })
  const announcements = { notification: () => undefined, ask: () => Promise.reject(new Error('Nobody to ask')) }
  const remote = openRemote({ door, cache: { era: () => undefined, setEra: () => undefined }, announcements, log })
  try {
    const { server } = await remote.identify({
      ...{ host: NOBODY, signal: new AbortController().signal, timeoutMs: REQUEST_MS, replayable: true },
      ...{ notify: () => undefined, ask: announcements.ask },
    })
    const era = remote.era() === 'modern' ? 'speaks 2026-07-28' : 'speaks a revision before 2026-07-28'
    return { fine: `${server?.name ?? 'the server'} ${server?.version ?? ''} ${era}`.replace(/ +/g, ' ') }
  } catch (error) {
    if (!(error instanceof SignInNeeded)) throw error
    return { fine: `asks for a sign-in: mcp-bridge login ${url.href} --profile ${settings.profile}` }
  } finally {
    await remote.close()
  }
}

const checkAuthorization: Check = async ({ url, network, authorization, authorizing }) => {
  if (!authorization) return { fine: 'not used, since an Authorization header is given' }
  const fetch = fetchOver(network)
  const challenge = await challengeOf(url, fetch)
  if (challenge === undefined) return { fine: 'not needed, the server asks for no token' }
  const http = {
    fetch,
    requestTimeout: REQUEST_MS,
    allowHttp: authorizing.allowHttp ?? false,
    allowLoopback: isLoopback(url.hostname),
    conceal: () => undefined,
  }
  const { server, isGuess } = await discover(http, url, parseChallenge(challenge).resourceMetadata, undefined)
  if (isGuess)
    return { fault: `${url.host} asks for a token and does not say where to get one: give it in MCP_BRIDGE_TOKEN.` }
  const isSignedIn = (await authorization.token()) !== undefined
  return { fine: `${server.issuer}, ${isSignedIn ? 'signed in' : 'not signed in'}` }
}

/** The challenge of a request without a token; undefined where none is needed. */
async function challengeOf(url: URL, fetch: typeof globalThis.fetch): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
  await answer.body?.cancel()
  return answer.status === 401 ? (answer.headers.get('www-authenticate') ?? '') : undefined
}

const checkStore: Check = async ({ url, folder }, { settings: { profile, store: kind } }) => {
  const { kind: used, reason } = await openStore({ folder, resource: url, profile, store: kind })
  return { fine: `${used === 'file' ? 'a file for you alone' : used} in ${folder}${reason ? ` (${reason})` : ''}` }
}

const CHECKS: Record<string, Check> = {
  Node: (_, { node }) => ({ fine: `${process.versions.node} at ${node}` }),
  Address: ({ url }) => ({ fine: url.href }),
  Proxy: ({ url }, { environment }) => {
    const proxy = proxyFor(url, environment)
    return { fine: proxy ? `through ${proxy.host}; no_proxy excepts hosts` : 'none, the server is reached directly' }
  },
  DNS: checkName,
  Connection: checkConnection,
  Clock: checkClock,
  MCP: checkProtocol,
  OAuth: checkAuthorization,
  Credentials: checkStore,
}
/** Looks at everything between the assistant and the server: a line each. @throws BridgeError where something is wrong */
export async function doctor(call: Call, io: CommandIo): Promise<void> {
  const opened = open(call)
  let faults = 0
  for (const [name, check] of Object.entries(CHECKS)) {
    const finding = await run(() => check(opened, call))
    if ('fault' in finding) faults++
    io.print(
      'fine' in finding ? `ok     ${name.padEnd(12)} ${finding.fine}` : `WRONG  ${name.padEnd(12)} ${finding.fault}`,
    )
  }
  await opened.authorization?.close()
  opened.network.close()
  if (faults > 0)
    throw new BridgeError('unreachable', `${faults} of ${Object.keys(CHECKS).length} checks found a fault.`)
}

async function run(check: () => Promise<Finding> | Finding): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    return { fault: sentenceOf(error) }
  }
}

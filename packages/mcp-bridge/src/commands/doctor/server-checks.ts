import { parseChallenge } from '../../auth/discovery/challenge.ts'
import { discover } from '../../auth/discovery/discover.ts'
import { NO_HOST } from '../../host/host-info.ts'
import { fetchOver } from '../../network/fetch.ts'
import { isLoopback } from '../../network/loopback.ts'
import { openRequests } from '../../server/http/requests.ts'
import { SignInNeeded } from '../../server/http/sign-in-needed.ts'
import { openServer } from '../../server/server.ts'
import { commandLine } from '../../settings/command-line.ts'
import { openStore } from '../../store/store.ts'
import { type Check, REQUEST_MS } from './check.ts'

export const checkProtocol: Check = async (setup) => {
  const { url, log, authorizing } = setup
  const send = openRequests({ ...setup, onAdmitted: () => undefined })
  const listener = { notification: () => undefined, request: () => Promise.reject(new Error('Nobody to ask')) }
  const server = openServer({ url, send, cache: { era: () => undefined, setEra: () => undefined }, listener, log })
  try {
    const identity = await server.identify({
      ...{ host: NO_HOST, signal: new AbortController().signal, timeoutMs: REQUEST_MS, replayable: true },
      ...{ notify: () => undefined, ask: listener.request },
    })
    const era = server.era() === 'modern' ? 'speaks 2026-07-28' : 'speaks a revision before 2026-07-28'
    return {
      fine: `${identity.server?.name ?? 'the server'} ${identity.server?.version ?? ''} ${era}`.replace(/ +/g, ' '),
    }
  } catch (error) {
    if (!(error instanceof SignInNeeded)) throw error
    return { fine: `asks for a sign-in: ${commandLine('login', authorizing)}` }
  } finally {
    await server.close()
  }
}

export const checkAuthorization: Check = async ({ url, network, authorization, authorizing }) => {
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

export const checkStore: Check = async ({ url, folder }, { settings: { profile, store: kind } }) => {
  const { kind: used, reason } = await openStore({ folder, resource: url, profile, store: kind })
  return { fine: `${used === 'file' ? 'a file for you alone' : used} in ${folder}${reason ? ` (${reason})` : ''}` }
}

import { parseChallenge } from '../../auth/discovery/challenge.ts'
import { discover } from '../../auth/discovery/discover.ts'
import { probe } from '../../auth/discovery/probe.ts'
import { BridgeError } from '../../errors/bridge-error.ts'
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
  const http = {
    fetch: fetchOver(network),
    requestTimeout: REQUEST_MS,
    allowHttp: authorizing.allowHttp ?? false,
    allowLoopback: isLoopback(url.hostname),
    conceal: () => undefined,
  }
  const probed = await probe(http, url).catch(notKnown)
  if ('unknown' in probed) return probed
  if (!probed.asksForToken) return { fine: 'not needed, the server asks for no token' }
  const { server, isGuess } = await discover(http, url, parseChallenge(probed.challenge).resourceMetadata, undefined)
  if (isGuess)
    return { fault: `${url.host} asks for a token and does not say where to get one: give it in MCP_BRIDGE_TOKEN.` }
  const isSignedIn = (await authorization.token()) !== undefined
  return { fine: `${server.issuer}, ${isSignedIn ? 'signed in' : 'not signed in'}` }
}

/** Errors of the server itself are found by other checks. */
function notKnown(error: unknown): { unknown: string } {
  if (error instanceof BridgeError) return { unknown: 'not known while the server does not answer as an MCP server' }
  throw error
}

export const checkStore: Check = async ({ url, folder }, { settings: { profile, store: kind } }) => {
  const store = await openStore({ folder, resource: url, profile, store: kind })
  await store.prepare()
  const { kind: used, reason } = store
  return { fine: `${used === 'file' ? 'a file for you alone' : used} in ${folder}${reason ? ` (${reason})` : ''}` }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import type {
  AccessToken,
  Authorization,
  AuthorizationOptions,
  Log,
  PendingSignIn,
  Refusal,
} from '../../src/auth/authorization.ts'
import { openAuthorization } from '../../src/auth/open-authorization.ts'
import type { Behaviour, TestServer } from './authorization-behaviour.ts'
import { startServer } from './authorization-server.ts'

export const BROWSER = { openBrowser: true }

/** A server, a folder for credentials, and as many authorizations as a test likes; nothing stays behind. */
export function useAuthorizations() {
  const closing: (() => Promise<void>)[] = []
  const lines: string[] = []
  const concealed = new Set<string>()
  const servers: TestServer[] = []
  const log: Log = {
    debug: (line) => void lines.push(line),
    info: (line) => void lines.push(line),
    warn: (line) => void lines.push(line),
    conceal: (secret) => void concealed.add(secret),
  }
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mcp-bridge-'))
    lines.length = 0
  })
  afterEach(async () => {
    // Of every test: the log, at its highest verbosity and before it redacts, has no secret.
    const secrets = servers.splice(0).flatMap((server) => server.secrets())
    expect(secrets.filter((secret) => lines.some((line) => line.includes(secret)))).toEqual([])
    for (const close of closing.splice(0).reverse()) await close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(behaviour?: Partial<Behaviour>): Promise<TestServer> {
    const server = await startServer(behaviour)
    closing.push(server.close)
    servers.push(server)
    return server
  }

  function open(server: Pick<TestServer, 'url'>, options: Partial<AuthorizationOptions> = {}): Authorization {
    const authorization = openAuthorization({
      resource: server.url,
      profile: 'default',
      folder,
      store: 'file',
      fetch,
      log,
      browser: visit,
      ...options,
    })
    closing.push(authorization.close)
    return authorization
  }

  /** Signs in as a person who agrees to everything would. */
  async function signIn(authorization: Authorization, refusal?: Refusal): Promise<AccessToken> {
    const pending = await authorization.signIn({ ...BROWSER, ...(refusal ? { refusal } : {}) })
    return pending.done
  }

  return { start, open, signIn, folder: () => folder, lines, log, concealed }
}

/** A browser whose person agrees to everything: it follows the address to the callback. */
export async function visit(url: string): Promise<boolean> {
  const answer = await fetch(url)
  await answer.text()
  return true
}

export async function faultOf(pending: Promise<PendingSignIn>): Promise<unknown> {
  try {
    await (await pending).done
  } catch (error) {
    return error
  }
  return undefined
}

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OAuthClientProvider, OAuthDiscoveryState, StoredOAuthTokens } from '@modelcontextprotocol/client'
import type { OAuthClientProvider as FormerProvider } from '@modelcontextprotocol/sdk/client/auth.js'

const METADATA = {
  client_name: 'Desk Assistant',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

/** What an assistant's program keeps of a connection, and the place to which the browser comes back. */
export interface Assistant {
  provider: OAuthClientProvider & FormerProvider
  /** Where the person was sent. */
  asked(): URL
  /** With what the browser came back. */
  received(): URLSearchParams
  tokens(): StoredOAuthTokens | undefined
  close(): Promise<void>
}

interface Kept {
  asked?: URL
  verifier?: string
  client?: { client_id: string }
  tokens?: StoredOAuthTokens
  discovered?: OAuthDiscoveryState
}

/** An assistant on this machine. @param publish makes its document and gives its address; without it, it registers itself */
export async function openAssistant(publish?: (metadata: object) => string): Promise<Assistant> {
  let received: URLSearchParams | undefined
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname === '/callback') received = searchParams
    response.setHeader('content-type', 'text/html').end('<!doctype html><html lang="en"><h1>You may close this</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const metadata = { ...METADATA, redirect_uris: [redirectUrl] }
  const clientMetadataUrl = publish?.(metadata)

  const kept: Kept = {}
  const state = randomUUID()
  return {
    provider: {
      redirectUrl,
      clientMetadata: metadata,
      ...(clientMetadataUrl && { clientMetadataUrl }),
      state: () => state,
      clientInformation: () => kept.client,
      saveClientInformation: (client) => {
        kept.client = client
      },
      tokens: () => kept.tokens,
      saveTokens: (tokens) => {
        kept.tokens = tokens
      },
      redirectToAuthorization: (url) => {
        kept.asked = url
      },
      saveCodeVerifier: (verifier) => {
        kept.verifier = verifier
      },
      discoveryState: () => kept.discovered,
      saveDiscoveryState: (discovered) => {
        kept.discovered = discovered
      },
      codeVerifier: () => kept.verifier ?? '',
    },
    asked: () => kept.asked ?? new URL('about:blank'),
    received() {
      if (received?.get('state') !== state) throw new Error('The browser did not come back with the state')
      return received
    },
    tokens: () => kept.tokens,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

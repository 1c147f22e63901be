import type { Handrail } from '@handrail/core'
import { networkOf } from '@handrail/core/internal'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../access/authenticate.ts'
import { clientAddressOf } from '../../access/client-address.ts'
import { PROBES } from '../../monitoring/probes.ts'
import { readCookie } from '../../pages/visit/cookies.ts'

/** Who pays for a request: a class of clients, the payer in it, and with what the payer came. */
type PayerPath = readonly [kind: 'known' | 'anonymous' | 'probe', payer: string, client: string]

export interface Payers {
  /** Before a request is authenticated: what its credential was worth the last time, or else its network. */
  of(request: FastifyRequest): PayerPath
  /** Remembers which workspace a credential is of. */
  learn(request: FastifyRequest): void
}

/** Credentials that are remembered, the ones used last. */
const MOST_REMEMBERED = 2000
/** A longer one is never remembered. */
const LONGEST = 2048

export function createPayers({ settings }: Pick<Handrail, 'settings'>): Payers {
  const workspaces = new Map<string, string>()

  function credentialOf(request: FastifyRequest): string | undefined {
    const { authorization, cookie } = request.headers
    const secret = authorization ?? (cookie === undefined ? undefined : readCookie(settings, request, 'session'))
    if (secret === undefined || secret.length > LONGEST) return undefined
    // A session can be of a member of several workspaces: the console names the one that it is about.
    return `${secret} ${String(request.headers['handrail-workspace'] ?? '').slice(0, 64)}`
  }

  return {
    of(request) {
      const { address } = clientAddressOf(request)
      // They wait for nobody but each other.
      if (PROBES.has(request.routeOptions.url ?? '')) return ['probe', networkOf(address), '']
      const credential = credentialOf(request)
      const workspace = credential === undefined ? undefined : workspaces.get(credential)
      return credential !== undefined && workspace !== undefined
        ? ['known', workspace, credential]
        : ['anonymous', networkOf(address), '']
    },
    learn(request) {
      const workspace = callerOf(request)?.workspace_id
      const credential = workspace === undefined ? undefined : credentialOf(request)
      if (credential === undefined || workspace === undefined) return
      workspaces.delete(credential)
      workspaces.set(credential, workspace)
      if (workspaces.size > MOST_REMEMBERED) workspaces.delete(workspaces.keys().next().value ?? '')
    },
  }
}

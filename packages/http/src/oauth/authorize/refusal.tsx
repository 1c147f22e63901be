import type { Client, OAuthError } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import { Page } from '../../pages/layout/layout.tsx'
import { sendPage } from '../../pages/layout/send.ts'
import type { Visit } from '../../pages/visit/handler.ts'
import { hostOf } from './consent.tsx'
import { addressWithError } from './redirect.ts'

interface Refused {
  client: Client
  target: { redirect_uri: string; state: string | null }
  error: OAuthError
}

/** Shows what is wrong with a request. The client is told if the person goes back to it, seeing where that leads. */
export function showRefusal(
  { handrail: { settings }, reply }: Visit,
  { client, target, error }: Refused,
): FastifyReply {
  return sendPage(
    reply,
    400,
    <Page title={`${client.name} cannot be connected`} settings={settings}>
      <h1>{client.name} cannot be connected</h1>
      <p>
        <span class="badge caution">Unverified</span> It chose its name itself, and asked in a way that cannot be
        answered. Nothing was granted.
      </p>
      <p class="soft small">
        <code>{error.code}</code>: {error.message}.
      </p>
      <p>
        Going back leads to <strong class="address">{hostOf(target.redirect_uri)}</strong>.
      </p>
      <p>
        <a class="button" rel="noreferrer" href={addressWithError(settings, target, error)}>
          Go back
        </a>
      </p>
    </Page>,
  )
}

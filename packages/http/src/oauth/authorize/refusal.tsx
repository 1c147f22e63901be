import type { Client, OAuthError } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import { Page } from '../../pages/layout/layout.tsx'
import { sendPage } from '../../pages/layout/send.ts'
import { Sentence } from '../../pages/layout/sentence.tsx'
import type { Visit } from '../../pages/visit/handler.ts'
import { oauthText } from '../../pages/words/core.ts'
import { wordsFor } from '../../pages/words/words.ts'
import { hostOf, Unverified } from './consent.tsx'
import { addressWithError } from './redirect.ts'

interface Refused {
  client: Client
  target: { redirect_uri: string; state: string | null }
  error: OAuthError
}

/** Shows what is wrong with a request. The client is told if the person goes back to it, seeing where that leads. */
export function showRefusal(visit: Visit, { client, target, error }: Refused): FastifyReply {
  const { settings } = visit.handrail
  const words = wordsFor(visit.handrail, visit.request)
  const { say } = words
  const host = <strong class="address">{hostOf(words, target.redirect_uri)}</strong>
  return sendPage(
    visit.reply,
    400,
    <Page title={say('refusal.title', { name: client.name })} visit={{ ...visit, words }}>
      <h1>{say('refusal.title', { name: client.name })}</h1>
      <p>
        <Sentence text={say('refusal.text')} parts={{ unverified: <Unverified /> }} />
      </p>
      <p class="soft small">
        <code>{error.code}</code>: {oauthText(words, error)}.
      </p>
      <p>
        <Sentence text={say('refusal.leads_to')} parts={{ host }} />
      </p>
      <p>
        <a class="button" rel="noreferrer" href={addressWithError(settings, target, error)}>
          {say('consent.back')}
        </a>
      </p>
    </Page>,
  )
}

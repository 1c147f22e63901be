import type { Client, OAuthError } from '@handrail/core/internal'
import type { FastifyReply } from 'fastify'
import { oauthText } from '../../pages/i18n/core-texts.ts'
import { i18nFor } from '../../pages/i18n/i18n.ts'
import { Sentence } from '../../pages/layout/components/sentence.tsx'
import { Page } from '../../pages/layout/layout.tsx'
import { sendPage } from '../../pages/layout/send.ts'
import type { Visit } from '../../pages/visit/handler.ts'
import { hostOf, Unverified } from './consent.tsx'
import { addressWithError } from './redirect.ts'

interface Refused {
  client: Client
  target: { redirect_uri: string; state: string | null }
  error: OAuthError
}

/** Shows the error of a request. The client gets it if the person follows the link back, which shows its destination. */
export function showRefusal(visit: Visit, { client, target, error }: Refused): FastifyReply {
  const { settings } = visit.handrail
  const i18n = i18nFor(visit.handrail, visit.request)
  const { t } = i18n
  const host = <strong class="address">{hostOf(i18n, target.redirect_uri)}</strong>
  return sendPage(
    visit.reply,
    400,
    <Page title={t('refusal.title', { name: client.name })} visit={{ ...visit, i18n }}>
      <h1>{t('refusal.title', { name: client.name })}</h1>
      <p>
        <Sentence text={t('refusal.text')} parts={{ unverified: <Unverified /> }} />
      </p>
      <p class="soft small">
        <code>{error.code}</code>: {oauthText(i18n, error)}.
      </p>
      <p>
        <Sentence text={t('refusal.leads_to')} parts={{ host }} />
      </p>
      <p>
        <a class="button" rel="noreferrer" href={addressWithError(settings, target, error)}>
          {t('consent.back')}
        </a>
      </p>
    </Page>,
    { keepsOpener: true },
  )
}

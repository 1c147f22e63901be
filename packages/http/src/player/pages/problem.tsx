import type { AppError } from '@handrail/core'
import { sendPlayerPage } from '../answer.ts'
import type { I18n } from '../i18n/i18n.ts'
import { BrokenStairs } from '../layout/art.tsx'
import { Document } from '../layout/page.tsx'
import { i18nOf, type Visit } from '../visit.ts'

/** What kept a request from being answered, whoever's link it was. */
export function sendProblemPage(visit: Visit, error: AppError) {
  const i18n = i18nOf(visit)
  const kind = kindOf(error)
  const title = i18n.t(`${kind}_title`)
  return sendPlayerPage(
    visit,
    error.status,
    <Document visit={visit} i18n={i18n} title={title}>
      <main class="single" id="main">
        <BrokenStairs />
        <h1>{title}</h1>
        <p class="lead">{i18n.t(`${kind}_text`)}</p>
        {error.status >= 500 && <Request id={visit.request.id} i18n={i18n} />}
      </main>
    </Document>,
    { retryAfter: error.retryAfter },
  )
}

function Request({ id, i18n }: { id: string; i18n: I18n }) {
  return <p class="soft">{i18n.t('error_request', { id })}</p>
}

function kindOf({ code, status }: AppError): 'unknown' | 'busy' | 'error' | 'refused' {
  if (code === 'not_found') return 'unknown'
  if (code === 'rate_limited' || code === 'unavailable') return 'busy'
  return status >= 500 ? 'error' : 'refused'
}

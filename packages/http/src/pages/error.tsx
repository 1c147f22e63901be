import type { AppError } from '@handrail/core'
import { problemSentence } from './i18n/core-texts.ts'
import { i18nFor, type SingleKey } from './i18n/i18n.ts'
import { Page } from './layout/layout.tsx'
import { Link } from './layout/links.tsx'
import { sendPage } from './layout/send.ts'
import { Sentence } from './layout/sentence.tsx'
import type { Visit } from './visit/handler.ts'

const TITLES: Record<number, SingleKey> = {
  403: 'error.forbidden',
  404: 'error.not_found',
  429: 'error.rate_limited',
  503: 'error.unavailable',
}

/** Shows an error that is not about the fields of a form. */
export function sendErrorPage(visit: Visit, error: AppError) {
  const i18n = i18nFor(visit.handrail, visit.request)
  const { t } = i18n
  const title = t(TITLES[error.status] ?? (error.status < 500 ? 'error.unreadable' : 'error.internal'))
  return sendPage(
    visit.reply,
    error,
    // Error pages do not repeat input.
    <Page title={title} visit={{ ...visit, i18n }} canRepeat={!visit.request.url.includes('?')}>
      <h1>{title}</h1>
      <p>{problemSentence(i18n, error)}</p>
      {error.status >= 500 && (
        <p class="soft small">
          <Sentence text={t('error.id')} parts={{ id: <code>{visit.request.id}</code> }} />
        </p>
      )}
      <p>
        <Link to="/">{t('error.home')}</Link>
      </p>
    </Page>,
  )
}

import { CopyButton } from '../layout/copy-button.tsx'
import { Page } from '../layout/layout.tsx'
import { Link } from '../layout/links.tsx'
import { sendPage } from '../layout/send.ts'
import { Sentence } from '../layout/sentence.tsx'
import type { UserVisit } from '../visit/handler.ts'

/** Shows recovery codes. They cannot be shown again. */
export function sendRecoveryCodes(visit: UserVisit, codes: readonly string[]) {
  const { reply, session, i18n } = visit
  const { t } = i18n
  return sendPage(
    reply,
    200,
    <Page title={t('second_factor.codes')} visit={visit} session={session} current="/account" canCopy>
      <h1>{t('second_factor.your_codes')}</h1>
      <section aria-label={t('second_factor.codes')}>
        <p>
          <Sentence text={t('second_factor.codes_text')} parts={{ once: <strong>{t('second_factor.once')}</strong> }} />
        </p>
        <div data-copy>
          <ul class="codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <CopyButton what={t('frame.the_codes')} />
        </div>
      </section>
      <p class="after">
        <Link to="/account">{t('second_factor.saved')}</Link>
      </p>
    </Page>,
  )
}

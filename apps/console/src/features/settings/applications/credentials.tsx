import type { Data } from '../../../api/operations.ts'
import { Button } from '../../../components/button.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import type { OpenDialog } from './application-dialogs.tsx'

interface CredentialsProps {
  application: Data<'getApplication'>
  open(dialog: OpenDialog): void
}

/** The secret and the keys with which an application proves its identity. */
export function Credentials({ application, open }: CredentialsProps) {
  const { t } = useI18n()
  const { has_secret, jwks, jwks_uri } = application
  const keys = jwks?.keys ?? []
  return (
    <section className="card" aria-labelledby="credentials">
      <div className="pad all stack">
        <h2 id="credentials">{t('settings.applications.credentials')}</h2>
        <div className="row wrap">
          <span className="grow">
            <b>{t('settings.applications.secret')}</b>{' '}
            <span className={has_secret ? 'chip good' : 'chip'}>
              {t(has_secret ? 'settings.applications.secret_set' : 'settings.applications.secret_none')}
            </span>
          </span>
          <Button onClick={() => open('rotate')}>{t('settings.applications.rotate')}</Button>
          {has_secret && (
            <Button onClick={() => open('remove_secrets')}>{t('settings.applications.secret_remove')}</Button>
          )}
        </div>
        <div className="row wrap">
          <span className="grow">
            <b>{t('settings.applications.keys')}</b>{' '}
            {keys.length === 0 && <span className="chip">{t('settings.applications.keys_none')}</span>}
          </span>
          <Button onClick={() => open('keys')}>{t('settings.applications.keys_change')}</Button>
        </div>
        <p className="hint">{t('settings.applications.keys_text')}</p>
        {jwks_uri !== null && <code className="mono">{jwks_uri}</code>}
        {keys.length > 0 && (
          <ul className="rows">
            {keys.map((key, index) => (
              <li key={String(key.kid ?? index)}>
                <span className="mono grow">
                  {typeof key.kid === 'string' ? key.kid : t('settings.applications.no_kid')}
                </span>
                <span className="chip line">{kindOf(key)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function kindOf({ kty, crv }: Record<string, unknown>): string {
  return kty === 'RSA' ? 'RSA' : String(crv)
}

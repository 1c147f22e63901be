import type { Item } from '../../../api/operations.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { daysSince } from '../../../i18n/formats.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { ScopeChips } from '../scopes.tsx'

type Key = Item<'listApiKeys'>
const UNUSED_DAYS = 90

interface KeyTableProps {
  keys: readonly Key[]
  onRevoke(key: Key): void
}

/** The table of API keys, with scopes, last use and creator. */
export function KeyTable({ keys, onRevoke }: KeyTableProps) {
  const { t } = useI18n()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('settings.api_keys.key')}</th>
          <th scope="col" className="wide-only">
            {t('settings.api_keys.may')}
          </th>
          <th scope="col" className="wide-only">
            {t('settings.api_keys.last_used')}
          </th>
          <th scope="col" className="wide-only">
            {t('settings.api_keys.made_by')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={() => onRevoke(key)} />
        ))}
      </tbody>
    </table>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: Key; onRevoke(): void }) {
  const { t, day } = useI18n()
  const { name, hint, scopes, revoked_at, expires_at } = apiKey
  const isOver = revoked_at !== null || (expires_at !== null && Date.parse(expires_at) < Date.now())
  return (
    <tr>
      <th scope="row">
        <b>{name}</b>
        <small className="mono">hr_key_…{hint}</small>
        <div className="phone-only">
          <LastUse apiKey={apiKey} isOver={isOver} />
          <ScopeChips scopes={scopes} />
        </div>
      </th>
      <td className="wide-only">
        <ScopeChips scopes={scopes} />
      </td>
      <td className="wide-only">
        <LastUse apiKey={apiKey} isOver={isOver} />
      </td>
      <td className="wide-only">
        <Maker apiKey={apiKey} />
      </td>
      <td className="r">
        {isOver ? (
          <span className="chip line">
            {revoked_at ? t('settings.api_keys.revoked_on', { day: day(revoked_at) }) : t('settings.api_keys.expired')}
          </span>
        ) : (
          <Button danger onClick={onRevoke}>
            {t('settings.api_keys.revoke')} <span className="unseen">{name}</span>
          </Button>
        )}
      </td>
    </tr>
  )
}

/** When it was used, and whether somebody should take a look: a key that nobody uses can only do harm. */
function LastUse({ apiKey, isOver }: { apiKey: Key; isOver: boolean }) {
  const { t, day, ago } = useI18n()
  const { last_used_at, expires_at, created_at } = apiKey
  const unused = !isOver && daysSince(last_used_at ?? created_at) >= UNUSED_DAYS
  return (
    <>
      <span className={unused ? 'warn' : undefined}>
        {last_used_at ? t('settings.api_keys.used', { ago: ago(last_used_at) }) : t('settings.api_keys.never_used')}
      </span>
      {unused && <small>{t('settings.api_keys.still_needed')}</small>}
      {expires_at && !isOver && <small>{t('settings.api_keys.until', { day: day(expires_at) })}</small>}
    </>
  )
}

function Maker({ apiKey: { made_by, created_at } }: { apiKey: Key }) {
  const { t, day } = useI18n()
  if (made_by === null) return t('settings.api_keys.made_on', { day: day(created_at) })
  return (
    <span className="row">
      <Avatar name={made_by} small />
      <span>
        {made_by}
        <small>{day(created_at)}</small>
      </span>
    </span>
  )
}

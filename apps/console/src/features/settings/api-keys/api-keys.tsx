import { BookText, KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../../api/list/use-list.ts'
import type { Item } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { BASE } from '../../../base-path.ts'
import { Button } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy.tsx'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { More } from '../../../components/list/more.tsx'
import { Empty, QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { SettingsPage } from '../page.tsx'
import { KeyTable } from './key-table.tsx'
import { NewKeyDialog } from './new-key.tsx'

type Key = Item<'listApiKeys'>

/** Keys by which programs work without a person. */
export function ApiKeysPage() {
  const { t } = useI18n()
  const [adding, setAdding] = useState(false)
  const [revoking, setRevoking] = useState<Key>()
  const list = useList('listApiKeys', {}, { isWhole: true })
  const revoke = useOperationMutation('revokeApiKey', {
    shown: true,
    onSuccess: () => toasts.show(t('settings.api_keys.was_revoked')),
  })
  const add = (
    <Button look="main" onClick={() => setAdding(true)}>
      <Plus className="icon" aria-hidden />
      {t('settings.api_keys.new')}
    </Button>
  )
  const actions = (
    <>
      <a className="btn side" href={`${BASE}/docs`}>
        <BookText className="icon" aria-hidden />
        {t('settings.api_keys.reference')}
      </a>
      {add}
    </>
  )
  const address = `${window.location.origin}${BASE}/api/v1`
  return (
    <SettingsPage title={t('settings.api_keys.title')} lead={t('settings.api_keys.lead')} actions={actions}>
      <div className="stack">
        <div className="card">
          <div className="pad all row wrap">
            <span className="soft">{t('settings.api_keys.address')}</span>
            <code className="mono grow">{address}</code>
            <CopyButton text={address} />
          </div>
        </div>
        <QueryView query={list.first}>
          {() => {
            const keys = list.known()
            return (
              <div className="card table">
                {keys.length === 0 ? (
                  <Empty icon={KeyRound} title={t('settings.api_keys.none')}>
                    {t('settings.api_keys.none_text')}
                  </Empty>
                ) : (
                  <KeyTable keys={keys} onRevoke={setRevoking} />
                )}
              </div>
            )
          }}
        </QueryView>
        <More list={list} />
        <p className="soft">
          {t('settings.api_keys.for_others')} <Link to="/settings/applications">{t('settings.api_keys.register')}</Link>
          . {t('settings.api_keys.for_assistants')} <a href={`${BASE}/assistants`}>{t('settings.assistants')}</a>.
        </p>
      </div>
      {adding && <NewKeyDialog onClose={() => setAdding(false)} />}
      {revoking && (
        <Confirm
          title={t('settings.api_keys.revoke_title', { name: revoking.name })}
          action={t('settings.api_keys.revoke')}
          onClose={() => setRevoking(undefined)}
          run={() => revoke.mutateAsync({ id: revoking.id })}
        >
          {t('settings.api_keys.revoke_text')}
        </Confirm>
      )}
    </SettingsPage>
  )
}

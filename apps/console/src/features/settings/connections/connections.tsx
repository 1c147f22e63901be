import { Plug } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { Empty, QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { SettingsPage } from '../page.tsx'
import { ScopeChips } from '../scopes.tsx'

type Connection = Item<'listConnections'>

/** Which applications people have connected, grouped by application. */
export function ConnectionsPage() {
  const { t, ago } = useI18n()
  const [ending, setEnding] = useState<Connection>()
  const query = useOperation('listConnections', {})
  const revoke = useOperationMutation('revokeConnection', { shown: true })
  return (
    <SettingsPage title={t('settings.connections.title')} lead={t('settings.connections.lead')}>
      <QueryView query={query}>
        {({ data }) => {
          if (data.length === 0)
            return (
              <div className="card">
                <Empty icon={Plug} title={t('settings.connections.none')}>
                  {t('settings.connections.none_text')}
                </Empty>
              </div>
            )
          const groups = Map.groupBy(data, ({ application }) => application.id)
          return (
            <div className="stack">
              {[...groups].map(([id, connections]) => (
                <section key={id} className="card" aria-label={connections[0]?.application.name}>
                  <header>
                    <h2>{connections[0]?.application.name}</h2>
                    <span className="soft">{connections[0]?.application.host}</span>
                  </header>
                  <ul className="rows">
                    {connections.map((connection) => (
                      <li key={connection.id}>
                        <div className="grow">
                          <b>{connection.user.name}</b>
                          <small>
                            {connection.last_used_at
                              ? t('settings.api_keys.used', { ago: ago(connection.last_used_at) })
                              : t('settings.api_keys.never_used')}
                          </small>
                        </div>
                        <ScopeChips scopes={connection.scopes} />
                        <Button danger onClick={() => setEnding(connection)}>
                          {t('settings.connections.disconnect')}
                        </Button>
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          )
        }}
      </QueryView>
      {ending && (
        <Confirm
          title={t('settings.connections.end_title', { name: ending.application.name })}
          action={t('settings.connections.disconnect')}
          onClose={() => setEnding(undefined)}
          run={() => revoke.mutateAsync({ id: ending.id })}
        >
          {t('settings.connections.end_text', { name: ending.user.name })}
        </Confirm>
      )}
    </SettingsPage>
  )
}

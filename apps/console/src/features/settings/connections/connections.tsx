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

/** The applications that people have connected, each once: assistants register again with each installation. */
export function ConnectionsPage() {
  const { t, ago } = useI18n()
  const [ending, setEnding] = useState<Connection[]>([])
  const [after, setAfter] = useState<string>()
  const query = useOperation('listConnections', { after })
  const revoke = useOperationMutation('revokeConnection', { shown: true })
  return (
    <SettingsPage title={t('settings.connections.title')} lead={t('settings.connections.lead')}>
      <QueryView query={query}>
        {({ data, meta: { next_after } }) => {
          if (data.length === 0)
            return (
              <div className="card">
                <Empty icon={Plug} title={t('settings.connections.none')}>
                  {t('settings.connections.none_text')}
                </Empty>
              </div>
            )
          const groups = Map.groupBy(data, ({ application: { kind, host, name } }) => `${kind} ${host} ${name}`)
          return (
            <div className="stack">
              {[...groups].map(([id, connections]) => (
                <section key={id} className="card" aria-label={connections[0]?.application.name}>
                  <header>
                    <h2>{connections[0]?.application.name}</h2>
                    <span className="soft">{connections[0]?.application.host}</span>
                    {connections[0]?.application.kind !== 'application' && (
                      <span className="chip warn">{t('settings.connections.not_verified')}</span>
                    )}
                    {connections.length > 1 && (
                      <Button danger onClick={() => setEnding(connections)}>
                        {t('settings.connections.disconnect_all')}
                      </Button>
                    )}
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
                        <Button danger onClick={() => setEnding([connection])}>
                          {t('settings.connections.disconnect')}
                        </Button>
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
              {next_after !== null && (
                <Button onClick={() => setAfter(next_after)}>{t('settings.connections.older')}</Button>
              )}
            </div>
          )
        }}
      </QueryView>
      {ending[0] && (
        <Confirm
          title={t('settings.connections.end_title', { name: ending[0].application.name })}
          action={t('settings.connections.disconnect')}
          onClose={() => setEnding([])}
          run={() => Promise.all(ending.map(({ id }) => revoke.mutateAsync({ id })))}
        >
          {t('settings.connections.end_text', {
            name: [...new Set(ending.map(({ user }) => user.name))].join(', '),
          })}
        </Confirm>
      )}
    </SettingsPage>
  )
}

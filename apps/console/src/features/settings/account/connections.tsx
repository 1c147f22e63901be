import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import type { Item, Output } from '../../../api/operations.ts'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { ScopeChips } from '../scopes.tsx'
import { Section } from './section.tsx'

type Connection = Item<'listConnections'>

/** Connections of one application in one workspace. */
interface Ending {
  workspace: string
  connections: readonly Connection[]
}

/** The assistants and programs that act for the person, in each of their workspaces. */
export function OwnConnections() {
  const { t } = useI18n()
  const { memberships } = useWorkspace()
  const client = useQueryClient()
  const [after, setAfter] = useState<Readonly<Record<string, string>>>({})
  const [ending, setEnding] = useState<Ending>()
  const answers = useQueries({
    queries: memberships.map(({ workspace_id: workspace }) => {
      const input = { own: true, after: after[workspace] }
      return {
        queryKey: [workspace, 'listConnections', input],
        queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Output<'listConnections'>> =>
          (await call('listConnections', input, { workspace, signal })).value,
      }
    }),
  })
  const disconnect = async ({ workspace, connections }: Ending) => {
    for (const { id } of connections) await call('revokeConnection', { id }, { workspace })
    await client.invalidateQueries()
    toasts.show(t('own_connections.done'))
  }
  const [first] = ending?.connections ?? []
  return (
    <Section title={t('own_connections.title')}>
      <p className="soft">
        <Link className="link" to="/settings/assistants">
          {t('assistants.title')}
        </Link>
      </p>
      {memberships.map(({ workspace_id: workspace, workspace: name }, index) => {
        const query = answers[index]
        return (
          query && (
            <div key={workspace} className="stack">
              {memberships.length > 1 && <h3>{name}</h3>}
              <QueryView query={query}>
                {({ data, meta: { next_after } }) => (
                  <>
                    {data.length === 0 && <p>{t('own_connections.none')}</p>}
                    <Applications
                      connections={data}
                      onDisconnect={(connections) => setEnding({ workspace, connections })}
                    />
                    {next_after !== null && (
                      <Button onClick={() => setAfter({ ...after, [workspace]: next_after })}>
                        {t('own_connections.older')}
                      </Button>
                    )}
                  </>
                )}
              </QueryView>
            </div>
          )
        )
      })}
      {ending && first && (
        <Confirm
          title={t('settings.connections.end_title', { name: first.application.name })}
          action={t('own_connections.disconnect')}
          onClose={() => setEnding(undefined)}
          run={() => disconnect(ending)}
        >
          {t('settings.connections.end_text', { name: first.user.name })}
        </Confirm>
      )}
    </Section>
  )
}

interface ApplicationsProps {
  connections: readonly Connection[]
  onDisconnect(connections: readonly Connection[]): void
}

/** Connections by application: assistants register again with each installation. */
function Applications({ connections, onDisconnect }: ApplicationsProps) {
  const { t, dayTime } = useI18n()
  const groups = Map.groupBy(connections, ({ application: { kind, name, host } }) => `${kind} ${host} ${name}`)
  return [...groups].map(([key, group]) => {
    const [first] = group
    if (!first) return null
    const { name, host, kind } = first.application
    return (
      <div key={key}>
        <div className="account-acts">
          <b>{name}</b> <span className="soft">{host}</span>
          {kind !== 'application' && <span className="chip warn">{t('own_connections.not_verified')}</span>}
          {group.length > 1 && (
            <Button
              danger
              className="right"
              aria-label={`${t('own_connections.disconnect_all')}: ${t('own_connections.all_of', { number: group.length, name })}`}
              onClick={() => onDisconnect(group)}
            >
              {t('own_connections.disconnect_all')}
            </Button>
          )}
        </div>
        <ul className="rows">
          {group.map((connection) => (
            <li key={connection.id}>
              <div className="grow">
                <small>
                  {t('own_connections.connected', { time: dayTime(connection.created_at) })}{' '}
                  {connection.last_used_at
                    ? t('own_connections.last_used', { time: dayTime(connection.last_used_at) })
                    : t('own_connections.never_used')}
                </small>
                <ScopeChips scopes={connection.scopes} />
              </div>
              <Button
                danger
                aria-label={`${t('own_connections.disconnect')}: ${name}`}
                onClick={() => onDisconnect([connection])}
              >
                {t('own_connections.disconnect')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}

import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { usePages } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { More } from '../../../components/list/more.tsx'
import { Answered, Empty } from '../../../components/query-view.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { SettingsPage } from '../page.tsx'
import { EndpointForm } from './endpoint/endpoint-form.tsx'

export const ENDPOINT_LOOKS = { enabled: 'chip good', paused: 'chip line', disabled: 'chip bad' } as const

/** Where other programs are told what happens. */
export function WebhooksPage() {
  const { say } = useWords()
  const [adding, setAdding] = useState(false)
  const query = usePages('listWebhookEndpoints', {})
  const add = (
    <Button look="main" onClick={() => setAdding(true)}>
      <Plus className="icon" aria-hidden />
      {say('settings.webhooks.new')}
    </Button>
  )
  return (
    <SettingsPage title={say('settings.webhooks.title')} lead={say('settings.webhooks.lead')} actions={add}>
      <Answered query={query}>
        {({ pages }) => {
          const endpoints = pages.flatMap(({ data }) => data)
          return (
            <>
              <div className="card">
                {endpoints.length === 0 ? (
                  <Empty icon={Webhook} title={say('settings.webhooks.none')}>
                    {say('settings.webhooks.none_text')}
                  </Empty>
                ) : (
                  <ul className="rows">
                    {endpoints.map(({ id, url, description, events, status }) => (
                      <li key={id}>
                        <div className="grow">
                          <Link to={`/settings/webhooks/${id}`}>{description || url}</Link>
                          <small className="mono">{url}</small>
                        </div>
                        <span className="soft">{say('settings.webhooks.events', { count: events.length })}</span>
                        <span className={ENDPOINT_LOOKS[status]}>{say(`settings.webhooks.status.${status}`)}</span>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
              <More query={query} />
            </>
          )
        }}
      </Answered>
      {adding && <EndpointForm onClose={() => setAdding(false)} />}
    </SettingsPage>
  )
}

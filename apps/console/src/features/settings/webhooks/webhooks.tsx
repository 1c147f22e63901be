import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../../api/list/use-list.ts'
import { Button } from '../../../components/button.tsx'
import { More } from '../../../components/list/more.tsx'
import { Empty, QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { SettingsPage } from '../page.tsx'
import { EndpointForm } from './endpoint/endpoint-form.tsx'

export const ENDPOINT_LOOKS = { enabled: 'chip good', paused: 'chip line', disabled: 'chip bad' } as const

/** The page of webhooks. */
export function WebhooksPage() {
  const { t } = useI18n()
  const [adding, setAdding] = useState(false)
  const list = useList('listWebhookEndpoints', {}, { isWhole: true })
  const add = (
    <Button look="main" onClick={() => setAdding(true)}>
      <Plus className="icon" aria-hidden />
      {t('settings.webhooks.new')}
    </Button>
  )
  return (
    <SettingsPage title={t('settings.webhooks.title')} lead={t('settings.webhooks.lead')} actions={add}>
      <QueryView query={list.first}>
        {() => {
          const endpoints = list.known()
          return (
            <>
              <div className="card">
                {endpoints.length === 0 ? (
                  <Empty icon={Webhook} title={t('settings.webhooks.none')}>
                    {t('settings.webhooks.none_text')}
                  </Empty>
                ) : (
                  <ul className="rows">
                    {endpoints.map(({ id, url, description, events, status }) => (
                      <li key={id}>
                        <div className="grow">
                          <Link to={`/settings/webhooks/${id}`}>{description || url}</Link>
                          <small className="mono">{url}</small>
                        </div>
                        <span className="soft">{t('settings.webhooks.events', { count: events.length })}</span>
                        <span className={ENDPOINT_LOOKS[status]}>{t(`settings.webhooks.status.${status}`)}</span>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
              <More list={list} />
            </>
          )
        }}
      </QueryView>
      {adding && <EndpointForm onClose={() => setAdding(false)} />}
    </SettingsPage>
  )
}

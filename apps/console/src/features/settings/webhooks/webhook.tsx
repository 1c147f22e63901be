import { ArrowLeft, History, KeyRound, Pause, Pencil, Play, Send, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { ActionMenu } from '../../../components/menu.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { usePageId } from '../../../workspace/page-id.ts'
import { Activity } from './activity/activity.tsx'
import { Deliveries } from './deliveries/deliveries.tsx'
import { Recoveries } from './deliveries/recoveries.tsx'
import { EndpointDialogs, type OpenDialog } from './endpoint/endpoint-dialogs.tsx'
import { Health } from './health.tsx'
import { ENDPOINT_LOOKS } from './webhooks.tsx'

/** The page of a webhook: status, waiting events and deliveries. */
export function WebhookPage() {
  const query = useOperation('getWebhookEndpoint', { id: usePageId() }, { every: 15_000 })
  return (
    <QueryView query={query} list="/settings/webhooks">
      {({ data }) => <Shown endpoint={data} />}
    </QueryView>
  )
}

function Shown({ endpoint }: { endpoint: Data<'getWebhookEndpoint'> }) {
  const { t, dayTime } = useI18n()
  const [open, setOpen] = useState<OpenDialog>()
  const { id, url, description, status, failing_since } = endpoint
  const isFailing = status === 'enabled' && failing_since !== null
  const name = description || new URL(url).host
  const test = useOperationMutation('testWebhookEndpoint', {
    onSuccess: ({ data }) =>
      toasts.show(t(data.success ? 'settings.webhooks.test_arrived' : 'settings.webhooks.test_failed')),
  })
  const pause = useOperationMutation('pauseWebhookEndpoint')
  const enable = useOperationMutation('enableWebhookEndpoint')
  return (
    <>
      <div className="head">
        <Link to="/settings/webhooks" className="btn bare sq" aria-label={t('settings.webhooks.back')}>
          <ArrowLeft className="icon" aria-hidden />
        </Link>
        <div className="title">
          <h1>
            {name}{' '}
            {isFailing ? (
              <span className="chip bad">
                {t('settings.webhooks.failing_since', { since: dayTime(failing_since) })}
              </span>
            ) : (
              <span className={ENDPOINT_LOOKS[status]}>{t(`settings.webhooks.status.${status}`)}</span>
            )}
          </h1>
          <span className="mono soft">{url}</span>
        </div>
        <div className="acts">
          <Button busy={test.isPending} onClick={() => test.mutate({ id })}>
            <Send className="icon" aria-hidden />
            {t('settings.webhooks.test')}
          </Button>
          {status === 'enabled' ? (
            <Button busy={pause.isPending} onClick={() => pause.mutate({ id })}>
              <Pause className="icon" aria-hidden />
              {t('settings.webhooks.pause')}
            </Button>
          ) : (
            <Button look="main" busy={enable.isPending} onClick={() => enable.mutate({ id })}>
              <Play className="icon" aria-hidden />
              {t('settings.webhooks.enable')}
            </Button>
          )}
          <ActionMenu
            of={name}
            actions={[
              { icon: Pencil, text: t('common.edit'), run: () => setOpen('edit') },
              {
                icon: SlidersHorizontal,
                text: t('settings.webhooks.settings_change'),
                run: () => setOpen('settings'),
              },
              { icon: History, text: t('settings.webhooks.recover'), run: () => setOpen('recover') },
              { icon: KeyRound, text: t('settings.webhooks.rotate'), run: () => setOpen('rotate') },
              { icon: Trash2, text: t('common.delete'), danger: true, run: () => setOpen('delete') },
            ]}
          />
        </div>
      </div>
      <div className="stack">
        <Health endpoint={endpoint} />
        <ChangeBatch endpoint={endpoint} onRotate={() => setOpen('rotate')} onSendLinks={() => setOpen('links')} />
        <Recoveries endpoint_id={id} />
        <Deliveries endpoint_id={id} />
      </div>
      <EndpointDialogs endpoint={endpoint} open={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

interface ChangeBatchProps {
  endpoint: Data<'getWebhookEndpoint'>
  onRotate(): void
  onSendLinks(): void
}

/** The page of one webhook: its activity, deliveries and settings. */
function ChangeBatch({ endpoint, onRotate, onSendLinks }: ChangeBatchProps) {
  const { t } = useI18n()
  return (
    <section className="card" aria-label={t('settings.webhooks.which')}>
      <div className="pad all hook">
        <Activity endpoint_id={endpoint.id} />
        <div className="row wrap">
          {endpoint.events.map((event) => (
            <span key={event} className="chip">
              {event === '*' ? t('settings.webhooks.all_events') : event}
            </span>
          ))}
          <HowSent endpoint={endpoint} />
          <span className="row">
            <span className="soft">{t('settings.webhooks.secret')}</span>
            <code className="mono">whsec_••••••••</code>
            <button type="button" className="link" onClick={onRotate}>
              {t('settings.webhooks.rotate_short')}
            </button>
          </span>
          {endpoint.payload === 'full' && <Links endpoint={endpoint} onSend={onSendLinks} />}
        </div>
      </div>
    </section>
  )
}

/** Whether the links of customers are sent. Leaving them out is for programs that may not see them. */
function Links({ endpoint, onSend }: { endpoint: Data<'getWebhookEndpoint'>; onSend(): void }) {
  const { t } = useI18n()
  if (endpoint.shows_links) return <p className="soft">{t('settings.webhooks.links_sent')}</p>
  return (
    <p className="soft">
      {t('settings.webhooks.links_left_out')}{' '}
      <button type="button" className="link" onClick={onSend}>
        {t('settings.webhooks.links_send')}
      </button>
    </p>
  )
}

/** The settings that differ from the defaults. */
function HowSent({ endpoint }: { endpoint: Data<'getWebhookEndpoint'> }) {
  const { t } = useI18n()
  const { max_concurrency, max_per_second, payload, guide_ids, organisation_ids, header_names } = endpoint
  const said = [
    max_concurrency === 1 && t('settings.webhooks.in_order'),
    max_per_second !== null && t('settings.webhooks.limit', { count: max_per_second }),
    payload === 'ids' && t('settings.webhooks.thin'),
    guide_ids && `${t('settings.webhooks.only_guides')}: ${guide_ids.length}`,
    organisation_ids && `${t('settings.webhooks.only_organisations')}: ${organisation_ids.length}`,
    ...header_names,
  ].filter((text) => typeof text === 'string')
  return said.map((text) => (
    <span key={text} className="chip line">
      {text}
    </span>
  ))
}

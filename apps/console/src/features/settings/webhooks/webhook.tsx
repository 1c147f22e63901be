import { ArrowLeft, History, KeyRound, Pause, Pencil, Play, Send, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useAct, useAnswer } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { ActionMenu } from '../../../components/menu.tsx'
import { Answered } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { usePageId } from '../../../workspace/page-id.ts'
import { Activity } from './activity/activity.tsx'
import { Deliveries } from './deliveries/deliveries.tsx'
import { Recoveries } from './deliveries/recoveries.tsx'
import { EndpointDialogs, type OpenDialog } from './endpoint/endpoint-dialogs.tsx'
import { Health } from './health.tsx'
import { ENDPOINT_LOOKS } from './webhooks.tsx'

/** A webhook: whether it works, what waits, and each delivery with what came back. */
export function WebhookPage() {
  const query = useAnswer('getWebhookEndpoint', { id: usePageId() }, { every: 15_000 })
  return (
    <Answered query={query} list="/settings/webhooks">
      {({ data }) => <Shown endpoint={data} />}
    </Answered>
  )
}

function Shown({ endpoint }: { endpoint: Data<'getWebhookEndpoint'> }) {
  const { say, dayTime } = useWords()
  const [open, setOpen] = useState<OpenDialog>()
  const { id, url, description, status, failing_since } = endpoint
  const isFailing = status === 'enabled' && failing_since !== null
  const name = description || new URL(url).host
  const test = useAct('testWebhookEndpoint', {
    onSuccess: ({ data }) =>
      toasts.show(say(data.success ? 'settings.webhooks.test_arrived' : 'settings.webhooks.test_failed')),
  })
  const pause = useAct('pauseWebhookEndpoint')
  const enable = useAct('enableWebhookEndpoint')
  return (
    <>
      <div className="head">
        <Link to="/settings/webhooks" className="btn bare sq" aria-label={say('settings.webhooks.back')}>
          <ArrowLeft className="icon" aria-hidden />
        </Link>
        <div className="title">
          <h1>
            {name}{' '}
            {isFailing ? (
              <span className="chip bad">
                {say('settings.webhooks.failing_since', { since: dayTime(failing_since) })}
              </span>
            ) : (
              <span className={ENDPOINT_LOOKS[status]}>{say(`settings.webhooks.status.${status}`)}</span>
            )}
          </h1>
          <span className="mono soft">{url}</span>
        </div>
        <div className="acts">
          <Button busy={test.isPending} onClick={() => test.mutate({ id })}>
            <Send className="icon" aria-hidden />
            {say('settings.webhooks.test')}
          </Button>
          {status === 'enabled' ? (
            <Button busy={pause.isPending} onClick={() => pause.mutate({ id })}>
              <Pause className="icon" aria-hidden />
              {say('settings.webhooks.pause')}
            </Button>
          ) : (
            <Button look="main" busy={enable.isPending} onClick={() => enable.mutate({ id })}>
              <Play className="icon" aria-hidden />
              {say('settings.webhooks.enable')}
            </Button>
          )}
          <ActionMenu
            of={name}
            actions={[
              { icon: Pencil, text: say('common.edit'), run: () => setOpen('edit') },
              {
                icon: SlidersHorizontal,
                text: say('settings.webhooks.settings_change'),
                run: () => setOpen('settings'),
              },
              { icon: History, text: say('settings.webhooks.recover'), run: () => setOpen('recover') },
              { icon: KeyRound, text: say('settings.webhooks.rotate'), run: () => setOpen('rotate') },
              { icon: Trash2, text: say('common.delete'), danger: true, run: () => setOpen('delete') },
            ]}
          />
        </div>
      </div>
      <div className="stack">
        <Health endpoint={endpoint} />
        <Told endpoint={endpoint} onRotate={() => setOpen('rotate')} />
        <Recoveries endpoint_id={id} />
        <Deliveries endpoint_id={id} />
      </div>
      <EndpointDialogs endpoint={endpoint} open={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

/** How it went lately; what it is told, how, and signed with what. */
function Told({ endpoint, onRotate }: { endpoint: Data<'getWebhookEndpoint'>; onRotate(): void }) {
  const { say } = useWords()
  return (
    <section className="card" aria-label={say('settings.webhooks.which')}>
      <div className="pad all hook">
        <Activity endpoint_id={endpoint.id} />
        <div className="row wrap">
          {endpoint.events.map((event) => (
            <span key={event} className="chip">
              {event === '*' ? say('settings.webhooks.all_events') : event}
            </span>
          ))}
          <HowSent endpoint={endpoint} />
          <span className="row">
            <span className="soft">{say('settings.webhooks.secret')}</span>
            <code className="mono">whsec_••••••••</code>
            <button type="button" className="link" onClick={onRotate}>
              {say('settings.webhooks.rotate_short')}
            </button>
          </span>
        </div>
      </div>
    </section>
  )
}

/** What is not as it is at first. */
function HowSent({ endpoint }: { endpoint: Data<'getWebhookEndpoint'> }) {
  const { say } = useWords()
  const { max_concurrency, max_per_second, payload, guide_ids, organisation_ids, header_names } = endpoint
  const said = [
    max_concurrency === 1 && say('settings.webhooks.in_order'),
    max_per_second !== null && say('settings.webhooks.limit', { count: max_per_second }),
    payload === 'ids' && say('settings.webhooks.thin'),
    guide_ids && `${say('settings.webhooks.only_guides')}: ${guide_ids.length}`,
    organisation_ids && `${say('settings.webhooks.only_organisations')}: ${organisation_ids.length}`,
    ...header_names,
  ].filter((text) => typeof text === 'string')
  return said.map((text) => (
    <span key={text} className="chip line">
      {text}
    </span>
  ))
}

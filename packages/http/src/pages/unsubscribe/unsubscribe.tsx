import { operations } from '@handrail/core'
import type { z } from 'zod'
import { visitorOf } from '../../access/client-address.ts'
import { createI18n } from '../../player/i18n/i18n.ts'
import { Document, Mark } from '../../player/layout/page.tsx'
import { sendPage } from '../layout/send.ts'
import { formOf } from '../visit/form.ts'
import { queryOf, type Visit } from '../visit/handler.ts'
import { basePath } from '../visit/redirect.ts'
import { TEXTS } from './texts.ts'

/** Asks for confirmation, since mail scanners follow every link. */
export function get(visit: Visit) {
  return answer(visit, operations.getSubscription)
}

/**
 * Mail providers send this form for their unsubscribe button (RFC 8058), without cookies and without a page of this instance:
 * the signature in the address authorises it.
 */
export function post(visit: Visit) {
  return answer(visit, formOf(visit.request).again === undefined ? operations.unsubscribe : operations.resubscribe)
}

async function answer(
  { handrail, request, reply }: Visit,
  operation: typeof operations.getSubscription | typeof operations.unsubscribe | typeof operations.resubscribe,
) {
  const token = queryOf(request, 'token') ?? ''
  const { data } = await visitorOf(handrail, request).invoke(operation, { token })
  return sendPage(reply, 200, <Subscription base={basePath(handrail.settings)} token={token} subscription={data} />)
}

interface SubscriptionProps {
  base: string
  token: string
  subscription: z.output<typeof operations.getSubscription.output>['data']
}

const i18nOf = createI18n()

/** The page in the brand of the workspace, as its guides. */
function Subscription({ base, token, subscription }: SubscriptionProps) {
  const { sender, email, language, unsubscribed_at, workspace } = subscription
  const texts = TEXTS[language]
  const names = { sender, email }
  const isOn = unsubscribed_at === null
  const title = isOn ? texts.ask : texts.stopped
  return (
    <Document visit={{ player: { base } }} i18n={i18nOf(language, language)} title={title} link={{ workspace }}>
      <header class="pbar">
        <span class="pbrand">
          <Mark link={{ workspace }} /> <bdi>{workspace.name}</bdi>
        </span>
      </header>
      <main class="single" id="main">
        <h1>{title}</h1>
        <p class="lead" role={isOn ? undefined : 'status'}>
          {isOn ? texts.asks(names) : texts.tells(names)}
        </p>
        <p class="lead">{texts.still(names)}</p>
        <form class="acts" method="post" action={`${base}/unsubscribe?token=${encodeURIComponent(token)}`}>
          {isOn ? (
            <button class="go" type="submit">
              {texts.stop}
            </button>
          ) : (
            <button class="go side" type="submit" name="again" value="yes">
              {texts.again}
            </button>
          )}
        </form>
      </main>
    </Document>
  )
}

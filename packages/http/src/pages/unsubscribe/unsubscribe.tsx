import { operations } from '@handrail/core'
import type { z } from 'zod'
import { visitorOf } from '../../access/client-address.ts'
import { Document } from '../layout/document.tsx'
import { Form } from '../layout/links.tsx'
import { sendPage } from '../layout/send.ts'
import { formOf } from '../visit/form.ts'
import { queryOf, type Visit } from '../visit/handler.ts'
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
  return sendPage(reply, 200, <Subscription settings={handrail.settings} token={token} subscription={data} />)
}

interface SubscriptionProps {
  settings: Visit['handrail']['settings']
  token: string
  subscription: z.output<typeof operations.getSubscription.output>['data']
}

function Subscription({ settings, token, subscription }: SubscriptionProps) {
  const { sender, email, language, unsubscribed_at } = subscription
  const texts = TEXTS[language]
  const names = { sender, email }
  const action = `/unsubscribe?token=${encodeURIComponent(token)}`
  if (unsubscribed_at === null)
    return (
      <Document title={texts.ask} settings={settings} language={language} isCard>
        <h1>{texts.ask}</h1>
        <p class="soft">{texts.asks(names)}</p>
        <p class="soft">{texts.still(names)}</p>
        <Form action={action}>
          <button type="submit">{texts.stop}</button>
        </Form>
      </Document>
    )
  return (
    <Document title={texts.stopped} settings={settings} language={language} isCard>
      <h1>{texts.stopped}</h1>
      <p role="status">{texts.tells(names)}</p>
      <p class="soft">{texts.still(names)}</p>
      <Form action={action}>
        <button type="submit" class="quiet" name="again" value="yes">
          {texts.again}
        </button>
      </Form>
    </Document>
  )
}

import { operations } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import { visitorOf } from '../../access/client-address.ts'
import { i18nFor } from '../i18n/i18n.ts'
import { Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import type { Visit } from '../visit/handler.ts'

/** Whether the instance has a workspace. Without one, nobody can sign in. */
export async function isSetUp({ handrail, request }: Visit): Promise<boolean> {
  return (await visitorOf(handrail, request).invoke(operations.getSetUpState, {})).data.is_set_up
}

/** The start page of an instance that is not set up. */
export function sendNotSetUp(visit: Visit): FastifyReply {
  const i18n = i18nFor(visit.handrail, visit.request)
  const { t } = i18n
  return sendPage(
    visit.reply,
    200,
    <Page title={t('set_up.before')} visit={{ ...visit, i18n }} again="/">
      <h1>{t('set_up.before')}</h1>
      <p class="soft">{t('set_up.before_lead')}</p>
      <p>{t('set_up.before_text')}</p>
      <p>{t('set_up.before_others')}</p>
    </Page>,
  )
}

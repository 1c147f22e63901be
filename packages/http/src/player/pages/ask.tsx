import { AppError, operations } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { queryOf } from '../../pages/visit/handler.ts'
import { seeOther, sendPlayerPage } from '../answer.ts'
import { formOf } from '../form/read.ts'
import { findStep, pathOf } from '../guide.ts'
import type { I18n } from '../i18n/i18n.ts'
import { Icon } from '../layout/icons.tsx'
import { Bar, Document } from '../layout/page.tsx'
import { contactPersonOf } from '../thread/contact-person.ts'
import { Person } from '../thread/person.tsx'
import { MAX_QUESTION, Question } from '../thread/question.tsx'
import { Thread } from '../thread/thread.tsx'
import { DeadLink, forLink, type LinkVisit, type View } from '../visit.ts'

/** Also for whom the link has expired, or the guide was withdrawn: a dead end has a way on. */
export const get = forLink(async (visit, view) => {
  requireSomebody(visit)
  const { contact, request, i18n } = visit
  const wrong = REFUSED.find((text) => text === queryOf(request, 'refused'))
  const { data: kept } = await contact.invoke(operations.getOwnText, { about: 'question' })
  return show(visit, view, {
    step_id: queryOf(request, 'step'),
    typed: kept.text,
    ...(wrong && { wrong: textOf(wrong, i18n) }),
  })
})

export const post = forLink(async (visit, view) => {
  requireSomebody(visit)
  const { contact, request, reply, home, i18n } = visit
  const form = formOf(request)
  const sent = Object.fromEntries(['step_id', 'reason', 'body'].flatMap((name) => givenIn(form, name)))
  try {
    // An unknown reason is refused.
    await contact.invoke(operations.askQuestion, sent as z.input<typeof operations.askQuestion.input>)
    return seeOther(reply, `${home}/ask?sent=1`)
  } catch (error) {
    if (!(error instanceof AppError) || !['validation_error', 'rate_limited'].includes(error.code)) throw error
    const wrong = refusalOf(error, sent)
    // A page with an address of its own: going back or reloading sends nothing again.
    if (await isKept(visit, sent.body)) return seeOther(reply, `${home}/ask?${refusedPlace(sent.step_id, wrong)}`)
    return show(visit, view, {
      step_id: sent.step_id,
      typed: sent.body,
      wrong: textOf(wrong, i18n),
      status: error.status,
    })
  }
})

const REFUSED = ['ask_blank', 'stuck_choose', 'ask_often', 'too_long'] as const
type Refusal = (typeof REFUSED)[number]

function refusalOf({ code }: AppError, { body = '', reason }: Record<string, string>): Refusal {
  if (code === 'rate_limited') return 'ask_often'
  if (body.length > MAX_QUESTION) return 'too_long'
  return reason === undefined ? 'ask_blank' : 'stuck_choose'
}

function textOf(refusal: Refusal, { t }: I18n): string {
  return refusal === 'too_long' ? t('wrong_long', { count: MAX_QUESTION }) : t(refusal)
}

function refusedPlace(step_id: string | undefined, refused: Refusal): URLSearchParams {
  return new URLSearchParams({ ...(step_id && { step: step_id }), refused })
}

/** Keeps a refused question. @returns false for what no field of the page can hold */
async function isKept({ contact }: LinkVisit, text = ''): Promise<boolean> {
  try {
    await contact.invoke(operations.keepOwnText, { about: 'question', text })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_error') return false
    throw error
  }
}

function givenIn(form: URLSearchParams, name: string): [string, string][] {
  const value = form.get(name)
  return value === null || value === '' ? [] : [[name, value]]
}

/** @throws DeadLink where there is no contact any more who could ask */
function requireSomebody(visit: LinkVisit): void {
  if (['cancelled', 'contact_deleted', 'removed'].includes(visit.link.state)) throw new DeadLink(visit)
}

interface Shown {
  step_id?: string | undefined
  typed?: string | undefined
  wrong?: string
  status?: number
}

async function show(visit: LinkVisit, view: View | null, shown: Shown): Promise<FastifyReply> {
  const { i18n, link, home, contact, request } = visit
  const { data: messages } = await contact.invoke(operations.listOwnMessages, {})
  const whom = contactPersonOf(link)
  const workspace = link.workspace.name
  const placed = view && shown.step_id ? findStep(view, shown.step_id) : undefined
  const title = i18n.t('ask', { whom })
  return sendPlayerPage(
    visit,
    shown.status ?? 200,
    <Document visit={visit} i18n={i18n} title={title} link={link} home={home}>
      <Bar visit={visit} />
      <main class="single" id="main">
        <h1>{title}</h1>
        <p class="lead">{link.notifies_team ? i18n.t('ask_lead') : i18n.t('ask_lead_unnotified', { workspace })}</p>
        <Person link={link} />
        <Thread visit={visit} view={view} messages={messages} />
        {queryOf(request, 'sent') === '1' && (
          <p class="note" role="status">
            <Icon name="check" />{' '}
            <span>
              {link.notifies_team ? i18n.t('ask_sent', { whom }) : i18n.t('ask_sent_unnotified', { workspace })}
            </span>
          </p>
        )}
        <Question visit={visit} placed={placed} typed={shown.typed} wrong={shown.wrong} />
        <p class="lead">
          <a href={placed ? pathOf(home, placed.step) : home}>{i18n.t('back')}</a>
        </p>
      </main>
    </Document>,
  )
}

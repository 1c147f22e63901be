import { AppError, operations } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { queryOf } from '../../pages/visit/handler.ts'
import { seeOther, sendPlayerPage } from '../answer.ts'
import { formOf } from '../form/read.ts'
import { findStep, pathOf } from '../guide.ts'
import { Icon } from '../layout/icons.tsx'
import { Bar, Document } from '../layout/page.tsx'
import { contactPersonOf } from '../thread/contact-person.ts'
import { Person } from '../thread/person.tsx'
import { Question } from '../thread/question.tsx'
import { Thread } from '../thread/thread.tsx'
import { DeadLink, forLink, type LinkVisit, type View } from '../visit.ts'

/** Also for whom the link has expired, or the guide was withdrawn: a dead end has a way on. */
export const get = forLink(async (visit, view) => {
  requireSomebody(visit)
  const { request, i18n } = visit
  const wrong = REFUSED.find((text) => text === queryOf(request, 'refused'))
  return show(visit, view, { step_id: queryOf(request, 'step'), ...(wrong && { wrong: i18n.t(wrong) }) })
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
    const isBlank = error.code === 'validation_error' && (sent.body ?? '').trim() === ''
    // Nothing was typed: a page with an address of its own can be reloaded.
    if (isBlank) return seeOther(reply, `${home}/ask?${refusedPlace(sent)}`)
    const text = error.code === 'rate_limited' ? 'ask_often' : sent.reason === undefined ? 'ask_blank' : 'stuck_choose'
    return show(visit, view, { step_id: sent.step_id, typed: sent.body, wrong: i18n.t(text), status: error.status })
  }
})

const REFUSED = ['ask_blank', 'stuck_choose'] as const

function refusedPlace({ step_id, reason }: Record<string, string>): URLSearchParams {
  const refused: (typeof REFUSED)[number] = reason === undefined ? 'ask_blank' : 'stuck_choose'
  return new URLSearchParams({ ...(step_id && { step: step_id }), refused })
}

function givenIn(form: URLSearchParams, name: string): [string, string][] {
  const value = form.get(name)
  return value === null || value === '' ? [] : [[name, value]]
}

/** @throws DeadLink where there is no contact any more who could ask */
function requireSomebody(visit: LinkVisit): void {
  if (['cancelled', 'contact_deleted'].includes(visit.link.state)) throw new DeadLink(visit)
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

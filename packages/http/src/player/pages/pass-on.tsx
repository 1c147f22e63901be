import { AppError, operations } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import { seeOther, sendPlayerPage } from '../answer.ts'
import { formOf } from '../form/read.ts'
import { isDone, pathOf, stepsOf } from '../guide.ts'
import { Icon } from '../layout/icons.tsx'
import { Bar, Document } from '../layout/page.tsx'
import {
  inviteColleague,
  passMistakes,
  type RefusedColleague,
  type TypedColleague,
  typedColleague,
} from '../people/colleague.ts'
import { BaseMistake, Choice, ColleagueFields } from '../people/colleague-fields.tsx'
import { canInvite, canPassOn } from '../people/marks.tsx'
import { findRole, fullNameOf, isYours, peopleOf, responsibleOf } from '../people/people.ts'
import { forStep } from '../steps/for-step.ts'
import type { StepVisit } from '../steps/step-page.ts'

export const get = forStep(async (visit) => (isOpen(visit) ? show(visit) : back(visit)))

export const post = forStep(async (visit) => {
  const { reply, home, placed, request } = visit
  if (!isOpen(visit)) return back(visit)
  const typed = typedColleague(formOf(request))
  const role = ownRoleOf(visit)
  const what = typed.what === 'role' && role ? { role_id: role.id } : { step_id: placed.step.id }
  if (typed.to !== '') return passTo(visit, typed, what)
  const result = await inviteColleague(visit, typed, what)
  if ('id' in result) return seeOther(reply, `${home}?invited=${result.id}`)
  return show(visit, { typed, ...result })
})

const PRIMARY = 'primary'

/** Passes on to a person who takes part already. */
async function passTo(
  visit: StepVisit,
  typed: TypedColleague,
  what: { role_id: string } | { step_id: string },
): Promise<FastifyReply> {
  const { contact, reply, home } = visit
  const participant_id = typed.to === PRIMARY ? null : typed.to
  try {
    await contact.invoke(operations.passOn, { participant_id, ...what })
    return seeOther(reply, `${home}?passed=${typed.to}`)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_error') throw error
    return show(visit, { typed, wrong: passMistakes(error, visit, participant_id), status: 422 })
  }
}

function isOpen(visit: StepVisit): boolean {
  const { view, placed } = visit
  return canPassOn(visit) && !isDone(view, placed.step) && isYours(view, placed.step)
}

async function back({ reply, home, placed }: StepVisit): Promise<FastifyReply> {
  return seeOther(reply, pathOf(home, placed.step))
}

/** The role of the step, if the reader has it: one step alone may have been passed on to somebody without it. */
function ownRoleOf({ view, placed }: StepVisit) {
  const { passed } = responsibleOf(view, placed.step)
  return passed ? undefined : findRole(view, placed.step.responsible)
}

function show(visit: StepVisit, refused?: RefusedColleague): Promise<FastifyReply> {
  const { i18n, link, home, placed } = visit
  const { wrong = {}, typed, status = 200 } = refused ?? {}
  const place = pathOf(home, placed.step)
  const title = i18n.t('pass_on')
  const others = othersOf(visit)
  const whom = [...(canInvite(visit) ? [{ value: '', text: i18n.t('somebody_new') }] : []), ...others]
  return sendPlayerPage(
    visit,
    status,
    <Document visit={visit} i18n={i18n} title={title} link={link} home={home}>
      <Bar visit={visit} />
      <main class="single" id="main">
        <p class="section">
          <bdi>{placed.step.title}</bdi>
        </p>
        <h1>{title}</h1>
        {canInvite(visit) && <p class="lead">{i18n.t('invite_lead')}</p>}
        <BaseMistake wrong={wrong} />
        <form method="post" action={`${place}/pass-on`} noValidate data-once>
          <What visit={visit} chosen={typed?.what ?? 'role'} />
          {others.length > 0 && (
            <Choice legend={i18n.t('pass_whom')} name="to" chosen={typed?.to ?? ''} wrong={wrong.to} options={whom} />
          )}
          {canInvite(visit) && (
            <ColleagueFields
              visit={visit}
              typed={typed}
              wrong={wrong}
              hint={others.length > 0 ? i18n.t('only_if_new') : undefined}
            />
          )}
          <div class="acts">
            <button class="go" type="submit">
              {title} <Icon name="arrow-right" />
            </button>
          </div>
        </form>
        <p class="keep">{i18n.t('pass_note')}</p>
        <p class="lead">
          <a href={place}>{i18n.t('back')}</a>
        </p>
      </main>
    </Document>,
  )
}

/** The whole role, or the step alone. */
function What({ visit, chosen }: { visit: StepVisit; chosen: string }) {
  const { i18n, view } = visit
  const role = ownRoleOf(visit)
  if (!role) return null
  const open = stepsOf(view).filter(({ step }) => step.responsible === role.id && !isDone(view, step))
  const about = i18n.t('steps_to_do', { count: open.length })
  const options = [
    { value: 'role', text: i18n.t('everything_for', { role: role.name }), about },
    { value: 'step', text: i18n.t('this_step_only') },
  ]
  return <Choice legend={i18n.t('pass_what')} name="what" chosen={chosen} options={options} />
}

/** Who takes part beside the reader. */
function othersOf({ view }: StepVisit) {
  return peopleOf(view)
    .filter(({ is_you }) => !is_you)
    .map((person) => ({
      value: person.participant_id ?? PRIMARY,
      text: fullNameOf(person),
      about: findRole(view, person.role_id)?.name,
    }))
}

import type { operations } from '@handrail/core'
import type { z } from 'zod'
import { queryOf } from '../../pages/visit/handler.ts'
import { findStep, pathOf } from '../guide.ts'
import { Icon } from '../layout/icons.tsx'
import type { GuideVisit, Step } from '../visit.ts'
import { findPerson, nameIn } from './people.ts'

/** The answers that another person has changed since the page of a form was shown. */
export type Changed = NonNullable<z.output<typeof operations.submitForm.output>['data']['others']>

const PRIMARY = 'primary'

/** The query of the page that follows a form. Names are not in it: the page looks them up. */
export function changedQuery({ id }: Pick<Step, 'id'>, { participant_id, fields }: Changed): string {
  const yours = fields.filter(({ kept }) => kept === 'yours').length
  const counts = { yours: String(yours), theirs: String(fields.length - yours) }
  return `?${new URLSearchParams({ form: id, by: participant_id ?? PRIMARY, ...counts })}`
}

/** Says after a form was sent that another person has changed answers of it meanwhile, and whose are kept. */
export function OthersChanged({ visit }: { visit: GuideVisit }) {
  const { request, view, i18n, home } = visit
  const by = queryOf(request, 'by')
  const placed = findStep(view, queryOf(request, 'form') ?? '')
  const [yours, theirs] = [countIn(visit, 'yours'), countIn(visit, 'theirs')]
  const count = yours + theirs
  if (by === undefined || !placed || count === 0) return null
  const person = findPerson(view, by === PRIMARY ? null : by)
  const name = person ? nameIn(view, person) : i18n.t('former')
  return (
    <p class="note" role="status">
      <Icon name="info" />{' '}
      <span>
        {i18n.t('others_changed', { name, count })} {keptText(visit, yours, theirs)}{' '}
        <a href={pathOf(home, placed.step)}>{i18n.t('look_at_answers')}</a>
      </span>
    </p>
  )
}

function keptText({ i18n }: GuideVisit, yours: number, theirs: number): string {
  if (theirs === 0) return i18n.t('yours_kept')
  return yours === 0 ? i18n.t('theirs_kept') : i18n.t('yours_kept_some')
}

/** A number of the query; 0 for anything else. */
function countIn({ request }: GuideVisit, name: string): number {
  const text = queryOf(request, name) ?? ''
  return /^\d{1,3}$/.test(text) ? Number(text) : 0
}

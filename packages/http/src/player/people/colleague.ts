import { AppError, operations } from '@handrail/core'
import type { z } from 'zod'
import type { I18n } from '../i18n/i18n.ts'
import { contactPersonOf } from '../thread/contact-person.ts'
import type { GuideVisit } from '../visit.ts'
import { fullNameOf, peopleOf } from './people.ts'

/** The longest name and address of a colleague. */
export const MAX_NAME = 100
export const MAX_EMAIL = 254

/** What was typed about a colleague. */
export interface TypedColleague {
  name: string
  email: string
  /** The role of an invited colleague; empty for none. */
  role: string
  /** What is passed on. */
  what: 'role' | 'step'
  /** Who gets it: the id of a participant, `primary`, or empty for somebody new. */
  to: string
}

/** The errors, by field; `base` is that of no field. */
export type ColleagueMistakes = Partial<Record<'name' | 'email' | 'to' | 'base', string>>

export function typedColleague(form: URLSearchParams): TypedColleague {
  const text = (name: string) => (form.get(name) ?? '').trim()
  const what = text('what') === 'step' ? 'step' : 'role'
  return {
    name: text('name'),
    email: text('email'),
    role: text('role'),
    what,
    to: text('to'),
  }
}

type Passes = z.input<typeof operations.inviteParticipant.input>['passes_on']

/** Invites a colleague by what was typed. @returns the id of the participant, or what is wrong */
export async function inviteColleague(
  visit: GuideVisit,
  { name, email, role }: TypedColleague,
  passes_on?: Passes,
): Promise<{ id: string } | { wrong: ColleagueMistakes; status: number }> {
  const { contact, i18n } = visit
  const wrong = { ...sizeMistake('name', name, MAX_NAME, i18n), ...sizeMistake('email', email, MAX_EMAIL, i18n) }
  if (Object.keys(wrong).length > 0) return { wrong, status: 422 }
  const [first_name = '', ...rest] = name.split(/\s+/)
  const role_id = passes_on || role === '' ? null : role
  try {
    const given = { email, first_name, last_name: rest.join(' '), role_id, ...(passes_on && { passes_on }) }
    const { data } = await contact.invoke(operations.inviteParticipant, given)
    return { id: data.participant_id ?? '' }
  } catch (error) {
    if (!(error instanceof AppError) || !['validation_error', 'rate_limited'].includes(error.code)) throw error
    return { wrong: mistakesIn(error, visit), status: error.status }
  }
}

/** Of a text that is missing, or longer than its field takes: nothing is cut. */
function sizeMistake(field: 'name' | 'email', text: string, max: number, { t }: I18n): ColleagueMistakes {
  if (text === '') return { [field]: t('wrong_blank') }
  return text.length > max ? { [field]: t('wrong_too_long', { count: max }) } : {}
}

function mistakesIn({ code, codes = {}, reason }: AppError, { i18n, link }: GuideVisit): ColleagueMistakes {
  if (code === 'rate_limited') return { base: i18n.t(reason === 'too_many_attempts' ? 'invite_tries' : 'invite_often') }
  if (codes.email !== undefined) return { email: i18n.t(codes.email === 'taken' ? 'wrong_takes_part' : 'wrong_email') }
  if (codes.first_name !== undefined || codes.last_name !== undefined) return { name: i18n.t('wrong_other_reason') }
  if (codes.base === 'too_large') return { base: i18n.t('invite_enough', { whom: contactPersonOf(link) }) }
  return { base: i18n.t('people_changed') }
}

/** What is wrong with passing something on to a person who takes part. */
export function passMistakes(
  { codes = {} }: AppError,
  { view, i18n }: GuideVisit,
  to: string | null,
): ColleagueMistakes {
  const person = peopleOf(view).find(({ participant_id }) => participant_id === to)
  if (codes.participant_id === 'wrong_state' && person)
    return { to: i18n.t('wrong_has_role', { name: fullNameOf(person) }) }
  return { base: i18n.t('people_changed') }
}

/** A form that was refused, with what was typed. */
export interface RefusedColleague {
  typed: TypedColleague
  wrong: ColleagueMistakes
  status: number
}

import type { Contact } from '../../../contacts/contact.ts'
import { findContact } from '../../../contacts/store.ts'
import type { Context } from '../../../context.ts'
import { withUrl } from '../../../enrollments/events/emit.ts'
import { namedAsShown } from '../../../enrollments/participants/store.ts'
import { newId } from '../../../ids.ts'
import type { Tx } from '../../../storage/database.ts'
import { later } from '../../../times.ts'
import { workingDaysOf } from '../../../working-calendar/calendar.ts'
import { plainCalendarOf } from '../../../working-calendar/store.ts'
import { findWorkspace } from '../../../workspaces/store.ts'
import { brandOf } from '../../compose/brand.ts'
import type { Told } from '../../contract.ts'
import { queueEmail } from '../../queue.ts'
import { unsubscribeUrl } from '../../unsubscribe/address.ts'
import { claimDay, isLastLost } from '../day-of-contact.ts'
import { endOfDay, endOfWeek, IDLE_MS, isFirstOfWeek, nextWorkingMorning, turnAt } from '../morning.ts'
import { lockSchedule, type Person, type Schedule, updateSchedule } from '../store.ts'
import { isNews, toldAfter } from '../told.ts'
import type { OwnDay, OwnItem } from './item.ts'
import { ownItems } from './kinds.ts'
import { ownLetter } from './letter.ts'
import { type OwnPlan, ownPlansOf } from './own-plans.ts'

/**
 * Looks at a contact whose time has come: on a working day, in the morning of the own time zone, it gets one mail about all plans of
 * the workspace if there is a reason. The mail, its day, and the time of the next look are written in one transaction.
 */
export async function mailContact(tx: Tx, context: Context, person: Person): Promise<void> {
  const schedule = await lockSchedule(tx, person)
  // Another process was first.
  if (!schedule || schedule.next_at > tx.time) return
  const workspace = await findWorkspace(tx, person.workspace_id)
  if (!workspace || workspace.ended_at !== null) return updateSchedule(tx, person, { next_at: later(tx.time, IDLE_MS) })
  const calendar = workingDaysOf(await plainCalendarOf(tx, person.workspace_id))
  const time_zone = schedule.time_zone ?? workspace.time_zone
  const turn = turnAt(tx.time, time_zone, calendar)
  if (turn.today === undefined) return updateSchedule(tx, person, { next_at: turn.next })
  const next_at = nextWorkingMorning(tx.time, time_zone, calendar)
  const contact = await findContact(tx, person.workspace_id, person.contact_id)
  const isMailed = contact && contact.unsubscribed_at === null && workspace.sends_daily_mail
  if (!isMailed || !(await context.mail.sends(tx))) return updateSchedule(tx, person, { next_at })

  const day = { today: turn.today, calendar, now: tx.time }
  const plans = await ownPlansOf(tx, { workspace_id: person.workspace_id, contact }, tx.time)
  if (plans.length === 0) return updateSchedule(tx, person, { next_at: later(tx.time, IDLE_MS), told: {} })
  const items = await ownItems(tx, plans, day)
  const told = await mailItems(tx, context, { contact: addressed(contact, plans), schedule, time_zone, items, day })
  await updateSchedule(tx, person, { next_at, told })
}

/** The contact under the own name if it has a plan of its own or has acted in one, otherwise under that of the invitation. */
function addressed(contact: Contact, plans: readonly OwnPlan[]): Contact {
  const isKnown = plans.some(
    ({ participant: one }) => !one || one.started_at !== null || one.invited_first_name === null,
  )
  return isKnown ? contact : namedAsShown(contact, plans[0]?.participant)
}

interface Mailing {
  contact: Contact
  schedule: Schedule
  time_zone: string
  items: readonly OwnItem[]
  day: OwnDay
}

/** Queues the mail of the day, if there is a reason for one. @returns what the contact was told of then */
async function mailItems(
  tx: Tx,
  context: Context,
  { contact, schedule, time_zone, items, day }: Mailing,
): Promise<Told> {
  const { workspace_id, contact_id } = schedule
  if (items.length === 0) return {}
  const before = (await isLastLost(tx, schedule)) ? {} : schedule.told
  const chosen = choose(items, before, day)
  const email_id = newId()
  const unmailed = toldAfter(before, items, undefined)
  if (!chosen || !(await claimDay(tx, { workspace_id, contact_id, day: day.today, email_id }))) return unmailed
  const { kind, listed } = chosen
  const brand = await brandOf(tx, workspace_id)
  const unsubscribe = unsubscribeUrl(context, { workspace_id, contact_id })
  await queueEmail(tx, context, {
    id: email_id,
    kind,
    to: { email: contact.email, name: `${contact.first_name} ${contact.last_name}` },
    brand,
    // A reply belongs to the plan of the most urgent thing, to which the button leads.
    enrollment_id: listed[0]?.plan.enrollment.id ?? '',
    contact_id,
    unsubscribe,
    send_before: endOfDay(tx.time, time_zone),
    letter: ownLetter({
      kind,
      contact,
      brand,
      items: listed,
      today: day.today,
      urlOf: ({ participant, enrollment }) => withUrl(context, participant ?? enrollment).url,
      unsubscribe,
    }),
  })
  return { ...unmailed, ...toldAfter({}, listed, day.today) }
}

/**
 * The mail of a day: the daily mail if anything is news, with everything that is late, due soon or opened; else, on the first
 * working day of a week, the look ahead if anything is due in that week.
 */
function choose(
  items: readonly OwnItem[],
  told: Told,
  day: OwnDay,
): { kind: 'daily_mail' | 'week_ahead'; listed: readonly OwnItem[] } | undefined {
  const current = items.filter(({ stage }) => stage !== 'week')
  if (current.some((item) => isNews(item, told, day)))
    return { kind: 'daily_mail', listed: current.filter((item) => item.stage !== 'opened' || isNews(item, told, day)) }
  const week = endOfWeek(day.today)
  const isThisWeek = items.some(({ due_on }) => due_on !== null && due_on >= day.today && due_on <= week)
  if (!isThisWeek || !isFirstOfWeek(day.today, day.calendar)) return undefined
  return { kind: 'week_ahead', listed: items.filter(({ stage }) => stage !== 'opened') }
}

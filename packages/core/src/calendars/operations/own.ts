import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { personIn, recordedPerson } from '../../enrollments/participants/person.ts'
import { findEnrollment } from '../../enrollments/store.ts'
import { deleteContactCalendar } from '../../enrollments/token/calendars.ts'
import { AppError, existing } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { requirePerson } from '../../player/person.ts'
import { lockVisit } from '../../player/visit.ts'
import type { Tx } from '../../storage/database.ts'
import { newAddress, shownAddress } from '../address.ts'
import { CalendarAddress } from '../calendar.ts'
import * as store from '../store.ts'

const nothing = z.strictObject({})

export const getOwnCalendar = operation({
  name: 'get_own_calendar',
  summary: 'Get the address of the own calendar of dates',
  access: 'enrollments:read',
  does: ['reads'],
  status: 200,
  input: nothing,
  output: recordOf(CalendarAddress),
  run: (context) =>
    context.store.read(async (reader) => ({
      data: shownAddress(context, await store.memberCalendar(reader, memberOf(context))),
    })),
})

export const renewOwnCalendar = operation({
  name: 'renew_own_calendar',
  summary: 'Give the own calendar of dates an address, or another one',
  description: 'The former address stops working at once.',
  access: 'enrollments:read',
  does: ['replaces'],
  audit: ['calendar.renewed'],
  status: 200,
  input: nothing,
  output: recordOf(CalendarAddress),
  run: (context) =>
    context.store.write(async (tx) => {
      const member = memberOf(context)
      await store.putMemberCalendar(tx, member, newAddress(context))
      await recordAudit(tx, context, { action: 'calendar.renewed', subject_id: member.user_id })
      return { data: shownAddress(context, await store.memberCalendar(tx, member)) }
    }),
})

export const removeOwnCalendar = operation({
  name: 'remove_own_calendar',
  summary: 'Switch the address of the own calendar of dates off',
  access: 'enrollments:read',
  does: ['deletes'],
  audit: ['calendar.removed'],
  status: 204,
  input: nothing,
  output: z.void(),
  run: (context) =>
    context.store.write(async (tx) => {
      const member = memberOf(context)
      if (await store.deleteMemberCalendar(tx, member))
        await recordAudit(tx, context, { action: 'calendar.removed', subject_id: member.user_id })
    }),
})

/** @throws AppError `forbidden` for a program: a calendar is a person's */
function memberOf({ caller: { kind, workspace_id, id } }: Context) {
  if (kind !== 'member') throw new AppError('forbidden', 'A calendar of dates belongs to a member, who is signed in')
  return { workspace_id, user_id: id }
}

export const getContactCalendar = operation({
  name: 'get_contact_calendar',
  summary: 'Get the address of the calendar with the own dates of an enrollment',
  access: 'enrollment:follow',
  does: ['reads'],
  status: 200,
  input: nothing,
  output: recordOf(CalendarAddress),
  run: (context) =>
    context.store.read(async (reader) => {
      const { workspace_id, id } = context.caller
      await requirePerson(reader, context, existing(await findEnrollment(reader, workspace_id, id)))
      return { data: shownAddress(context, await store.contactCalendar(reader, contactOf(context))) }
    }),
})

export const renewContactCalendar = operation({
  name: 'renew_contact_calendar',
  summary: 'Give the calendar with the own dates of an enrollment an address, or another one',
  description: 'It is another secret than that of the link, and opens nothing else. The former address stops working.',
  access: 'enrollment:follow',
  unaudited: 'activity',
  status: 200,
  input: nothing,
  output: recordOf(CalendarAddress),
  run: (context) =>
    context.store.write(async (tx) => {
      const contact = await lockedContact(tx, context)
      await store.putContactCalendar(tx, contact, newAddress(context))
      return { data: shownAddress(context, await store.contactCalendar(tx, contact)) }
    }),
})

export const removeContactCalendar = operation({
  name: 'remove_contact_calendar',
  summary: 'Switch the address of the calendar with the own dates of an enrollment off',
  access: 'enrollment:follow',
  unaudited: 'activity',
  status: 204,
  input: nothing,
  output: z.void(),
  run: (context) => context.store.write(async (tx) => deleteContactCalendar(tx, await lockedContact(tx, context))),
})

/** @throws AppError `not_found` for a participant who was removed */
async function lockedContact(tx: Tx, context: Context) {
  await lockVisit(tx, context)
  return contactOf(context)
}

function contactOf({ caller }: Context) {
  const { workspace_id, id: enrollment_id } = caller
  return { workspace_id, enrollment_id, person: recordedPerson(personIn(caller)) }
}

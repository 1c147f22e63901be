import { z } from 'zod'
import type { Context } from '../../context.ts'
import { MAX_IDS } from '../../contract/limits.ts'
import { AppError } from '../../errors.ts'
import { Id, InputTime, Paging, pageOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { organisationNames } from '../../organisations/store.ts'
import { personOf } from '../../people/members/assignee.ts'
import { listRecords } from '../../records/lists/lists.ts'
import type { Reader } from '../../storage/database.ts'
import { withNames } from '../names/names.ts'
import { INBOX_GROUPS, type InboxGroup } from './contract.ts'
import { ListedInboxItem } from './item.ts'
import { enrollmentsOfItems, type InboxRow, inboxList, markItems } from './store.ts'

// The keys of an object are its groups.
const GROUPS = Object.keys(INBOX_GROUPS) as InboxGroup[]

export const listInbox = operation({
  name: 'list_inbox',
  summary: 'List the inbox of the caller, newest first',
  description: 'Items are kept for 90 days. `meta.total` with `is_unread` is the number of unread items.',
  access: 'enrollments:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ ...Paging, is_unread: z.literal(true).optional(), group: z.enum(GROUPS).optional() }),
  output: pageOf(ListedInboxItem),
  run: async (context, { is_unread, group, ...paging }) => {
    const user_id = await context.store.read((reader) => ownPerson(reader, context))
    const { data, meta } = await listRecords(context, inboxList, {
      filters: { user_id, is_unread, ...(group && { [group]: true }) },
      ...paging,
    })
    return { data: await context.store.read((reader) => withEnrollments(reader, context, data)), meta }
  },
})

export const markInbox = operation({
  name: 'mark_inbox',
  summary: 'Mark items of the own inbox as read or unread',
  description: 'All items without `ids`; `until` leaves out those that came later.',
  access: 'enrollments:read',
  does: ['replaces'],
  unaudited: 'shared_list',
  status: 204,
  input: z.strictObject({
    ids: z.array(Id).min(1).max(MAX_IDS).optional(),
    group: z.enum(GROUPS).optional(),
    until: InputTime.optional(),
    is_read: z.boolean().default(true),
  }),
  output: z.void(),
  run: (context, { is_read, ...marked }) =>
    context.store.write(async (tx) => {
      const user_id = await ownPerson(tx, context)
      await markItems(tx, { workspace_id: context.caller.workspace_id, user_id }, marked, is_read)
    }),
})

/** @throws AppError `forbidden` for a program */
async function ownPerson(reader: Reader, { caller }: Context): Promise<string> {
  const person = await personOf(reader, caller)
  if (person === undefined) throw new AppError('forbidden', 'An inbox belongs to a member: a program has none')
  return person
}

async function withEnrollments<T extends Pick<InboxRow, 'enrollment_id' | 'kind'>>(
  reader: Reader,
  { caller: { workspace_id }, now }: Context,
  items: readonly T[],
) {
  const ids = [...new Set(items.map(({ enrollment_id }) => enrollment_id))]
  const listed = await enrollmentsOfItems(reader, workspace_id, ids)
  const named = await withNames(reader, { workspace_id, listed, now: now() })
  const byId = new Map(named.map((enrollment) => [enrollment.id, enrollment]))
  const organisations = await organisationNames(
    reader,
    workspace_id,
    [...new Set(listed.map(({ organisation_id }) => organisation_id))].filter((id) => id !== null),
  )
  return items.map((item) => {
    const enrollment = byId.get(item.enrollment_id)
    const organisation = organisations.find(({ id }) => id === enrollment?.organisation_id)
    return {
      ...item,
      contact_name: enrollment?.contact_name ?? '',
      guide_title: enrollment?.guide_title ?? '',
      organisation_name: organisation?.name ?? null,
      target_date: enrollment?.target_date ?? null,
      health_reason: item.kind === `turned_${enrollment?.health}` ? (enrollment?.health_reason ?? null) : null,
    }
  })
}

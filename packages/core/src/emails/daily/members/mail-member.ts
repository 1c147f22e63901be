import type { Context } from '../../../context.ts'
import { findUser } from '../../../people/store.ts'
import type { Tx } from '../../../storage/database.ts'
import { DAY_MS, later } from '../../../times.ts'
import { workingDaysOf } from '../../../working-calendar/calendar.ts'
import { plainCalendarOf } from '../../../working-calendar/store.ts'
import { findWorkspace } from '../../../workspaces/store.ts'
import { brandOf } from '../../compose/brand.ts'
import { queueEmail } from '../../queue.ts'
import { endOfDay, nextWorkingMorning, turnAt } from '../morning.ts'
import { byUrgency, isNews, toldAfter } from '../told.ts'
import type { DigestOf } from './item.ts'
import { DIGEST_KINDS } from './kinds.ts'
import { digestLetter } from './letter.ts'
import { changeMemberMail, lockMembership, type MemberKey, type Membership } from './store.ts'

/**
 * Looks at a member whose time has come: on a working day, in the morning of the time zone of the workspace, a digest of what is the
 * member's is sent if there is a reason. The mail, its day, and the time of the next look are written in one transaction.
 */
export async function mailMember(tx: Tx, context: Context, key: MemberKey): Promise<void> {
  const membership = await lockMembership(tx, key)
  // Another process was first, or the member is gone.
  if (!membership || membership.digest_at === null || membership.digest_at > tx.time) return
  const workspace = await findWorkspace(tx, key.workspace_id)
  const time_zone = workspace?.time_zone ?? 'UTC'
  const calendar = workingDaysOf(await plainCalendarOf(tx, key.workspace_id))
  const turn = turnAt(tx.time, time_zone, calendar)
  if (turn.today === undefined) return changeMemberMail(tx, key, { digest_at: turn.next })
  const { today } = turn
  const digest_at = nextWorkingMorning(tx.time, time_zone, calendar)
  // What happens in a sample workspace is made up.
  const isMailed = workspace?.sample_of === null && (await context.mail.sends(tx))
  // The dates can be those of another time zone, which the workspace had before.
  if (!isMailed || (membership.digest_on !== null && membership.digest_on >= today))
    return changeMemberMail(tx, key, { digest_at })
  const until = membership.digest_until ?? later(tx.time, -DAY_MS)
  const digest_told = await mailDigest(tx, context, membership, {
    ...key,
    today,
    calendar,
    time_zone,
    now: tx.time,
    until,
  })
  await changeMemberMail(tx, key, { digest_at, digest_until: tx.time, ...digest_told })
}

/** Queues the digest, if there is a reason for one. @returns what the member was told of then */
async function mailDigest(tx: Tx, context: Context, membership: Membership, of: DigestOf) {
  const { workspace_id, user_id, today, time_zone } = of
  const parts = []
  for (const { mail, find } of DIGEST_KINDS) {
    if (membership.mail_off.includes(mail)) continue
    parts.push({ mail, items: (await find(tx, of)).toSorted(byUrgency) })
  }
  const items = parts.flatMap((part) => part.items)
  const told = membership.digest_told
  const user = items.some((item) => isNews(item, told, of)) ? await findUser(tx, user_id) : undefined
  if (!user) return { digest_told: toldAfter(told, items, undefined) }
  const { email, name } = user
  const brand = await brandOf(tx, workspace_id)
  await queueEmail(tx, context, {
    kind: 'digest',
    to: { email, name },
    // Members answer in Handrail: a reply by mail would go to the address of the workspace.
    brand: { ...brand, reply_to: null },
    send_before: endOfDay(tx.time, time_zone),
    letter: digestLetter({ name, brand, today, parts, console: `${context.settings.publicUrl}/w/${workspace_id}` }),
  })
  return { digest_on: today, digest_told: toldAfter({}, items, today) }
}

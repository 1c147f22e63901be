import { z } from 'zod'
import type { Context } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { hashToken } from '../../secret/seal.ts'
import { Calendar } from '../calendar.ts'
import { calendarOf } from '../contents.ts'
import { ownerOf } from '../store.ts'

/** More than a dozen programs of a person fetch it. */
const FETCHED = { seconds: 3600, limit: 120 }

export const openCalendar = operation({
  name: 'open_calendar',
  summary: 'Get the dates of a calendar by its address',
  access: 'visit',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ token: z.string().max(200) }),
  output: recordOf(Calendar),
  async run(context, { token }) {
    const owner = await context.store.read((reader) => ownerOf(reader, hashToken(token)))
    if (!owner) throw notFound()
    await count(context, Object.values(owner.member ?? owner.contact).join(' '))
    return { data: await context.store.read((reader) => calendarOf(reader, context, owner)) }
  },
})

/** @throws AppError `rate_limited` */
async function count({ rateLimiter }: Context, owner: string): Promise<void> {
  const [allowance] = await rateLimiter.count(`calendar ${owner}`, [FETCHED])
  if (!allowance || allowance.allowed) return
  throw new AppError('rate_limited', 'This calendar is fetched too often', { retryAfter: allowance.resetsIn })
}

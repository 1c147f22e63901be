import { eq, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Context } from '../context.ts'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { personOf } from '../people/members/assignee.ts'
import type { Reader } from '../storage/database.ts'
import type { WORK_OF } from './contract.ts'
import type { Whose } from './source.ts'

/** The condition on the column with the member. */
export function isOf(assignee_id: PgColumn, whose: Whose): SQL | undefined {
  if (whose === 'everybody') return undefined
  return whose.assignee_id === null ? isNull(assignee_id) : eq(assignee_id, whose.assignee_id)
}

interface Given {
  of?: (typeof WORK_OF)[number] | undefined
  assignee_id?: string | undefined
}

/** Whose work a request asks for: that of the caller by default, and everybody's for a caller who is no person. @throws AppError */
export async function whoseOf(reader: Reader, { caller }: Context, { of, assignee_id }: Given): Promise<Whose> {
  if (of !== undefined && assignee_id !== undefined) throw validationError({ assignee_id: fieldError('not_together') })
  if (assignee_id !== undefined) return { assignee_id }
  if (of === 'everybody') return 'everybody'
  if (of === 'unassigned') return { assignee_id: null }
  const person = await personOf(reader, caller)
  if (person !== undefined) return { assignee_id: person }
  if (of === undefined) return 'everybody'
  throw validationError({
    of: fieldError('wrong_state', 'is for members: API keys, and applications that act alone, are no persons'),
  })
}

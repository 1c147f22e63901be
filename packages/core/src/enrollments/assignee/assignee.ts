import type { Context } from '../../context.ts'
import { findMember, isRemainingMember, personOf } from '../../people/members/assignee.ts'
import type { Reader, Tx } from '../../storage/database.ts'

/** The assignee of a new enrollment: that of the guide, or the caller, if they are members; otherwise none. */
export async function defaultAssignee(
  tx: Tx,
  { caller }: Context,
  guide: { default_assignee_id: string | null },
): Promise<string | null> {
  for (const candidate of [guide.default_assignee_id, await personOf(tx, caller)])
    if (candidate && (await isRemainingMember(tx, caller.workspace_id, candidate))) return candidate
  return null
}

/** The assignee of an enrollment, as in its detail. */
export async function assigneeOf(reader: Reader, enrollment: { workspace_id: string; assignee_id: string | null }) {
  const { workspace_id, assignee_id } = enrollment
  return assignee_id === null ? null : ((await findMember(reader, workspace_id, assignee_id)) ?? null)
}

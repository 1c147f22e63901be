import type { Context } from '../context.ts'
import { findMember, personOf } from '../people/members/assignee.ts'
import type { Reader } from '../storage/database.ts'
import { findWorkspace } from '../workspaces/store.ts'

/** The author of an answer as shown to the contact: a person, or the workspace for a program. Members see the program too. */
export async function authorOf(reader: Reader, { caller }: Context) {
  const { workspace_id } = caller
  const user_id = await personOf(reader, caller)
  const member = user_id === undefined ? undefined : await findMember(reader, workspace_id, user_id)
  if (member) return { user_id: member.id, author_name: member.name }
  return { user_id: null, author_name: (await findWorkspace(reader, workspace_id))?.name ?? '' }
}

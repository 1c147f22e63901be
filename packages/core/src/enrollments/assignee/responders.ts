import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { ADMIN_ROLES } from '../../people/members/member.ts'
import { preparedRows, type Reader } from '../../storage/database.ts'
import { assigneeOf } from './assignee.ts'

interface Responder {
  id: string
  name: string
  email: string
  isAssignee: boolean
}

/** More admins than this get no mail about one event. */
const MAX_RESPONDERS = 20

/**
 * The members who are mailed about an enrollment: its assignee, or if it has none, the owner and the admins who have
 * not turned off such mail.
 */
export async function respondersOf(
  reader: Reader,
  enrollment: { workspace_id: string; assignee_id: string | null },
): Promise<Responder[]> {
  const assignee = await assigneeOf(reader, enrollment)
  if (assignee) return [{ ...assignee, isAssignee: true }]
  const { workspace_id } = enrollment
  const admins = await preparedRows(
    reader,
    'users.responders',
    ({ tables: { users } }) => ({ id: users.id, name: users.name, email: users.email }),
    ({ db, tables: { memberships, users } }, columns) =>
      db
        .select(columns)
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.user_id))
        .where(
          and(
            eq(memberships.workspace_id, sql.placeholder('workspace_id')),
            inArray(memberships.role, [...ADMIN_ROLES]),
            eq(memberships.gets_unassigned_mail, true),
          ),
        )
        .orderBy(asc(memberships.created_at), asc(users.id))
        .limit(MAX_RESPONDERS),
    { workspace_id },
  )
  return admins.map((admin) => ({ ...admin, isAssignee: false }))
}

import { type SQL, sql } from 'drizzle-orm'
import { WHOLE_SCAN_LIMIT } from '../records/lists/limits.ts'
import type { SelectiveFilter } from '../records/lists/plan.ts'
import type { Filter } from '../records/lists/source.ts'
import type { Tables } from '../storage/tables/tables.ts'

type EnrollmentsTable = Tables['enrollments']

const CONTACT = 'participant_contact_id'

/** As SQLite names it: otherwise it would read a covering index of all enrollments. */
const PRIMARY_KEY = 'sqlite_autoindex_enrollments_1'

/** Enrollments in which a contact takes part: as the primary contact, or beside it. */
export const takesPart: Filter<EnrollmentsTable> = (t, { tables }) => sql`${t.id} in (${enrollmentsOf(tables)})`

/** The same where they are few. */
export const fewOfParticipant: SelectiveFilter<EnrollmentsTable> = {
  filters: [CONTACT],
  among: { column: (t) => t.id, index: PRIMARY_KEY, candidates: enrollmentsOf },
}

/** Their ids; the newest thousand where somebody is the primary contact of more. */
function enrollmentsOf({ enrollments: t, participants: p }: Tables): SQL {
  return sql`select own.id from (
      select ${t.id} as id from ${t} where ${t.workspace_id} = ${sql.placeholder('workspace_id')}
        and ${t.contact_id} = ${sql.placeholder(CONTACT)}
      order by ${t.created_at} desc, ${t.id} desc limit ${sql.raw(String(WHOLE_SCAN_LIMIT))}
    ) as own
    union all
    select ${p.enrollment_id} from ${p} where ${p.workspace_id} = ${sql.placeholder('workspace_id')}
      and ${p.contact_id} = ${sql.placeholder(CONTACT)} and ${p.removed_at} is null`
}

import type { Reader } from '../../storage/database.ts'
import { isStalled, type Progressing } from '../steps/progress.ts'
import * as postgres from './names.postgres.ts'
import * as sqlite from './names.sqlite.ts'

const ENGINES = { sqlite, postgres }

interface Listed extends Progressing {
  contact_id: string
  guide_id: string
}

/**
 * Adds the names of contacts, including deleted ones, the titles of guides, and whether they are stalled to
 * enrollments of a list.
 */
export async function withNames<T extends Listed>(
  { connection }: Reader,
  { workspace_id, listed, now }: { workspace_id: string; listed: readonly T[]; now: string },
) {
  const { namesOf } = ENGINES[connection.dialect.engine]
  const ids = (of: (enrollment: T) => string) => [...new Set(listed.map(of))]
  const found = await namesOf(
    connection,
    workspace_id,
    ids(({ contact_id }) => contact_id),
    ids(({ guide_id }) => guide_id),
  )
  const nameOf = new Map([...found.contacts, ...found.guides].map(({ id, name }) => [id, name]))
  const stallDays = new Map(found.guides.map(({ id, stalled_after_days }) => [id, stalled_after_days]))
  return listed.map((enrollment) => ({
    ...enrollment,
    stalled: isStalled(enrollment, stallDays.get(enrollment.guide_id) ?? null, now),
    contact_name: nameOf.get(enrollment.contact_id) ?? '',
    guide_title: nameOf.get(enrollment.guide_id) ?? '',
  }))
}

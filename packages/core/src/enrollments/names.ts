import type { Reader } from '../storage/database.ts'
import * as postgres from './names.postgres.ts'
import * as sqlite from './names.sqlite.ts'

const ENGINES = { sqlite, postgres }

interface Listed {
  contact_id: string
  guide_id: string
}

/** Enrollments with the names of their contacts, deleted ones too, and the titles of their guides: a list is read by people. */
export async function withNames<T extends Listed>({ connection }: Reader, workspace_id: string, listed: readonly T[]) {
  const { namesOf } = ENGINES[connection.dialect.engine]
  const ids = (of: (enrollment: T) => string) => [...new Set(listed.map(of))]
  const found = await namesOf(
    connection,
    workspace_id,
    ids(({ contact_id }) => contact_id),
    ids(({ guide_id }) => guide_id),
  )
  const nameOf = new Map([...found.contacts, ...found.guides].map(({ id, name }) => [id, name]))
  return listed.map((enrollment) => ({
    ...enrollment,
    contact_name: nameOf.get(enrollment.contact_id) ?? '',
    guide_title: nameOf.get(enrollment.guide_id) ?? '',
  }))
}

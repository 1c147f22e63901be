import { and, eq, inArray } from 'drizzle-orm'
import { findVersion } from '../guides/store.ts'
import type { Reader } from '../storage/database.ts'

/** What a calendar says of an enrollment. */
export interface Details {
  /** Of the organisation, or of the contact where there is none. */
  customer: string
  guide: string
  target_label: string
  /** The titles of steps by id. */
  steps: ReadonlyMap<string, string>
}

/** What calendars say of enrollments, by id. */
export async function detailsOf(
  reader: Reader,
  workspace_id: string,
  ids: readonly string[],
): Promise<Map<string, Details>> {
  if (ids.length === 0) return new Map()
  const { enrollments: e, contacts: c, organisations: o } = reader.tables
  const rows = await reader.db
    .select({
      id: e.id,
      guide_version_id: e.guide_version_id,
      first_name: c.first_name,
      last_name: c.last_name,
      organisation: o.name,
    })
    .from(e)
    .innerJoin(c, and(eq(c.workspace_id, e.workspace_id), eq(c.id, e.contact_id)))
    .leftJoin(o, and(eq(o.workspace_id, e.workspace_id), eq(o.id, e.organisation_id)))
    .where(and(eq(e.workspace_id, workspace_id), inArray(e.id, [...new Set(ids)])))
  const details = new Map<string, Details>()
  for (const [version_id, some] of Map.groupBy(rows, (row) => row.guide_version_id)) {
    const { title = '', target_label = '', sections = [] } = (await findVersion(reader, workspace_id, version_id)) ?? {}
    const steps = new Map(sections.flatMap((section) => section.steps.map((step) => [step.id, step.title])))
    for (const { id, organisation, first_name, last_name } of some) {
      const customer = organisation ?? `${first_name} ${last_name}`.trim()
      details.set(id, { customer, guide: title, target_label, steps })
    }
  }
  return details
}

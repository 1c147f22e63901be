import type { Instance } from './instance.ts'

/** The events about a record, in the order of their happening. */
export function eventsOf({ handrail }: Pick<Instance, 'handrail'>, id: string) {
  return handrail.database.read(async ({ db, tables: { events } }) => {
    const rows = await db.select().from(events)
    return rows
      .map((row) => ({ id: row.id, type: row.type, data: JSON.parse(row.data) }))
      .filter(({ data }) => data.id === id)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  })
}

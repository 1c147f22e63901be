import { fewLimit } from '../plan.ts'
import type { Columns } from '../sorted/sorted-list.ts'
import type { ListTable } from '../source.ts'
import type { Group, GroupPlace, Place } from './group-order.ts'
import { floorOfGroup, type Grouped, placesOfGroup, placesOfGroups } from './places.ts'

export interface Walked {
  places: Place[]
  /** The last examined row, where the walk ended at its limit. */
  floor?: Place | undefined
}

/** The rows of whole groups that are looked up together: few at first, because those often suffice. */
const FIRST_STEP = 250

/** After all rows of a group. */
const END = { created_at: '0001-01-01T00:00:00.000Z', id: '00000000-0000-0000-0000-000000000000' }

/** The rows that can still be examined, and the matches that are needed. */
interface Budget {
  rows: number
  need: number
}

/**
 * The next matches along the groups, in order. Without other filters every examined row matches, and no more are read
 * than are needed; otherwise at most as many are examined as for a page of any list.
 */
export async function walk<T extends ListTable, R extends Columns>(
  list: Grouped<T, R>,
  from: Place | undefined,
  need: number,
): Promise<Walked> {
  const { reader, source, query, sort, by, only } = list
  const limit = fewLimit(source.looks, query)
  const budget = { rows: list.others.length === 0 ? Math.min(need, limit) : limit, need }
  const places: Place[] = []
  const take = (found: readonly Place[]) => {
    places.push(...found)
    budget.need -= found.length
    return budget.need <= 0 || budget.rows <= 0
  }
  const takePart = async (group: GroupPlace | undefined, after?: Place) => {
    const { places: found, floor } = await partOf(list, group, after, budget)
    return take(found) || floor ? { places, floor: floor ?? found.at(-1) } : undefined
  }
  const areAmong = (filters: readonly string[] = []) => filters.some((name) => list.others.includes(name))
  let after = from?.group
  if (from && after) {
    const walked = await takePart(after, from)
    if (walked) return walked
  }
  const areSkipped = areAmong(by.matching?.ungrouped)
  for (let step = FIRST_STEP; !areSkipped && (!from || from.group); step *= 4) {
    const limit = Math.min(step, budget.rows)
    const next = { workspace_id: query.workspace_id, order: sort.order, after, limit, only }
    const groups = await by.groupsAfter(reader, next)
    if (groups.length === 0) break
    const whole = wholeOf(groups, limit)
    const last = whole.at(-1)
    if (last) {
      after = last
      const filled = whole.filter(({ size }) => size > 0)
      const found = await placesOfGroups(list, filled)
      budget.rows -= whole.reduce((sum, { size }) => sum + Math.max(size, 1), 0)
      if (take(found)) return { places, floor: { group: last, ...END } }
    }
    const part = groups[whole.length]
    if (!part || part.size <= budget.rows) continue
    after = part
    const walked = await takePart(part)
    if (walked) return walked
  }
  if (!by.ungrouped || only !== undefined || areAmong(by.matching?.grouped)) return { places }
  return (await takePart(undefined, from?.group ? undefined : from)) ?? { places }
}

/** The first groups that together have at most so many rows. */
function wholeOf(groups: readonly Group[], limit: number): readonly Group[] {
  let rows = 0
  const end = groups.findIndex(({ size }) => {
    rows += size
    return rows > limit
  })
  return end < 0 ? groups : groups.slice(0, end)
}

/** The matches of a group after a row, as far as they can be examined. */
async function partOf<T extends ListTable, R extends Columns>(
  list: Grouped<T, R>,
  group: GroupPlace | undefined,
  after: Place | undefined,
  budget: Budget,
): Promise<Walked> {
  if (list.others.length === 0) {
    const places = await placesOfGroup(list, group, { after, limit: Math.min(budget.need, budget.rows) })
    budget.rows -= places.length
    return { places }
  }
  const floor = await floorOfGroup(list, group, { after, limit: budget.rows })
  const places = await placesOfGroup(list, group, {
    after,
    floor,
    limit: Math.min(budget.need, fewLimit(list.source.looks, list.query)),
  })
  return { places, floor }
}

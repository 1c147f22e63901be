import { shownOf } from '../../cache/pins.ts'
import { isObject, type JsonObject } from '../../json.ts'

/** No more lines than somebody reads; a definition can be as long as it likes. */
const MOST_LINES = 60
const LONGEST_LINE = 200

/** What is different in a tool: the lines that went, and those that came, by the place that they stand at. */
export function* differenceOf(before: JsonObject | undefined, after: JsonObject): Generator<string> {
  let count = 0
  for (const { place, old, fresh } of differences(before, shownOf(after))) {
    for (const [sign, value] of [
      ['-', old],
      ['+', fresh],
    ] as const) {
      if (value === undefined) continue
      if (++count > MOST_LINES) return yield '  ...'
      yield `  ${sign} ${place}: ${clean(JSON.stringify(value)).slice(0, LONGEST_LINE)}`
    }
  }
}

/** The places that are different, such as `inputSchema.properties.to`; of a tool that was kept as a hash, none. */
export function placesIn(before: JsonObject | undefined, after: JsonObject): string[] {
  if (!before) return []
  return [...differences(before, shownOf(after))].map(({ place }) => clean(place)).slice(0, 10)
}

interface Difference {
  place: string
  old: unknown
  fresh: unknown
}

function* differences(old: unknown, fresh: unknown, place: readonly string[] = []): Generator<Difference> {
  if (JSON.stringify(old) === JSON.stringify(fresh)) return
  if (isObject(fresh) && (isObject(old) || place.length === 0)) {
    const previous = isObject(old) ? old : {}
    for (const name of new Set([...Object.keys(previous), ...Object.keys(fresh)]))
      yield* differences(previous[name], fresh[name], [...place, name])
    return
  }
  yield { place: place.join('.'), old, fresh }
}

/** Nothing that a server writes moves the cursor of a terminal, or turns its text around. */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, LONGEST_LINE)
}

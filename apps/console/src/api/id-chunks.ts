import { MAX_IDS } from '@handrail/core/contract'

/** Splits ids into parts that one call accepts. */
export function partsOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, part) =>
    ids.slice(part * MAX_IDS, (part + 1) * MAX_IDS),
  )
}

import { MAX_IDS } from '@handrail/core/contract'

/** Of more ids than one call takes, one part after the other. */
export function partsOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, part) =>
    ids.slice(part * MAX_IDS, (part + 1) * MAX_IDS),
  )
}

import type { Tables } from '../storage/tables/tables.ts'

type VersionRow = Tables['guide_versions']['$inferSelect']

/** Characters of JSON that are kept, of all workspaces together. */
const KEPT = 8_000_000
/** A version that would displace much of the others is read anew each time. */
const LARGEST = KEPT / 16

interface Kept {
  version: VersionRow
  size: number
}

/**
 * Published versions as they were read and parsed, the latest used. A published version is never changed, so every process may
 * keep it; its parts stay the same objects, so that what follows from one can be kept with it.
 */
export function createPublishedVersions(longest = KEPT, largest = LARGEST) {
  const kept = new Map<string, Kept>()
  let size = 0

  function forget(workspace_id: string, id: string): void {
    const key = keyOf(workspace_id, id)
    size -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }

  return {
    find(workspace_id: string, id: string): VersionRow | undefined {
      const key = keyOf(workspace_id, id)
      const found = kept.get(key)
      if (!found) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found.version
    },
    /** Keeps a version that is committed, frozen with all its parts. Drafts are not kept. */
    keep(version: VersionRow): void {
      if (version.published_at === null) return
      const length = sizeOf(version, largest)
      if (length > largest) return
      forget(version.workspace_id, version.id)
      kept.set(keyOf(version.workspace_id, version.id), { version: frozen(version), size: length })
      size += length
      for (const [key, oldest] of kept) {
        if (size <= longest) break
        kept.delete(key)
        size -= oldest.size
      }
    },
    forget,
  }
}

function keyOf(workspace_id: string, id: string): string {
  return `${workspace_id} ${id}`
}

/** The characters of a value's JSON without escapes, as far as up to a maximum: to make the JSON of a large one would take as long as to read it. */
function sizeOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return String(value).length
  const entries = Object.entries(value)
  let size = entries.length === 0 ? 2 : 1
  for (const [key, child] of entries) {
    size += (Array.isArray(value) ? 1 : key.length + 4) + sizeOf(child, most - size)
    if (size > most) break
  }
  return size
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}

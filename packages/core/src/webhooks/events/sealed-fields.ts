import type { Sealer } from '../../secret/seal.ts'

/** The key in the data of an event, at its top, under which its credentials are kept. */
const SEALED = 'sealed_fields'

/** Fields of an event's data that are credentials: in the database they are sealed. */
export function sealedFields(sealer: Sealer, fields: Record<string, string>): Record<typeof SEALED, string> {
  return { [SEALED]: sealer.seal(JSON.stringify(fields)) }
}

/** The data of an event as it is told, with the fields that are kept sealed in their place. */
export function revealed(sealer: Sealer, data: string): string {
  // Metadata may have a key of this name too, but not at the top.
  if (!data.includes(`"${SEALED}":`)) return data
  const fields = Object.entries(JSON.parse(data)).flatMap(([name, value]) =>
    name === SEALED ? Object.entries(opened(sealer, String(value))) : [[name, value] as const],
  )
  return JSON.stringify(Object.fromEntries(fields))
}

/** What is damaged is left out: the rest is told no less, and it holds up nothing else. */
function opened(sealer: Sealer, sealed: string): Record<string, unknown> {
  try {
    return JSON.parse(sealer.open(sealed))
  } catch {
    return {}
  }
}

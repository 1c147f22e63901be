import type { Sealer } from '../../secret/seal.ts'

/** The top-level key in the data of an event that contains encrypted credentials. */
const SEALED = 'sealed_fields'

/** Encrypts fields of an event's data that are credentials. */
export function sealedFields(sealer: Sealer, fields: Record<string, string>): Record<typeof SEALED, string> {
  return { [SEALED]: sealer.seal(JSON.stringify(fields)) }
}

/** The data of an event with its encrypted fields decrypted in place; they are null for those who may not see links. */
export function revealed(sealer: Sealer, data: string, { links }: { links: boolean } = { links: true }): string {
  // Metadata can contain a key of this name too, but not at the top level.
  if (!data.includes(`"${SEALED}":`)) return data
  const fields = Object.entries(JSON.parse(data)).flatMap(([name, value]) =>
    name === SEALED
      ? Object.entries(opened(sealer, String(value))).map(([field, secret]) => [field, links ? secret : null] as const)
      : [[name, value] as const],
  )
  return JSON.stringify(Object.fromEntries(fields))
}

/** A damaged value is omitted, so that the rest is delivered. */
function opened(sealer: Sealer, sealed: string): Record<string, unknown> {
  try {
    return JSON.parse(sealer.open(sealed))
  } catch {
    return {}
  }
}

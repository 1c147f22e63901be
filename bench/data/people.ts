import { createHash } from 'node:crypto'

const STARTS = [
  'An',
  'Be',
  'Cla',
  'Do',
  'El',
  'Fa',
  'Gre',
  'Ha',
  'Ire',
  'Jo',
  'Ka',
  'Lu',
  'Ma',
  'No',
  'Ol',
  'Pe',
  'Ro',
  'Sa',
  'Ti',
  'Vi',
]
const MIDDLES = ['na', 'ri', 'bel', 'do', 'mi', 'lan', 'tor', 'vi', 'sha', 'ker', 'lo', 'ren', 'ta', 'zu', 'phi']
const ENDS = ['', 'a', 'n', 'la', 'son', 'mann', 'sen', 'ova', 'is', 'er', 'berg', 'stein', 'ley', 'ton', 'ski']

export const CONTACTS_OF_ORGANISATION = 50
export const CONTACTS_OF_ENROLLMENT = 5

function pick<T>(list: readonly T[], hash: Buffer, at: number): T {
  return list[hash.readUInt16LE(at) % list.length] as T
}

function name(hash: Buffer, at: number): string {
  return pick(STARTS, hash, at) + pick(MIDDLES, hash, at + 2) + pick(ENDS, hash, at + 4)
}

/** A UUID of version 7, determined by its arguments only. */
export function seededId(kind: string, number: number, time: number): string {
  const random = createHash('md5').update(`${kind}${number}`).digest('hex')
  const stamp = time.toString(16).padStart(12, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`
}

/** The same people in every run: independent of clock and randomness. */
export function person(number: number) {
  const hash = createHash('md5').update(`person${number}`).digest()
  const first_name = name(hash, 0)
  const last_name = name(hash, 6)
  return { first_name, last_name, email: `${first_name}.${last_name}.${number}@example.com`.toLowerCase() }
}

export function organisationName(number: number): string {
  const hash = createHash('md5').update(`organisation${number}`).digest()
  return `${name(hash, 0)} ${pick(['Labs', 'GmbH', 'Logistics', 'Health', 'Bank', 'Foods', 'Software', 'Energy'], hash, 8)} ${number}`
}

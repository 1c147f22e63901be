import type { ImapFlow } from 'imapflow'
import { partsOfAddress } from '../address.ts'

/** Headers in which servers keep the address that a mail was delivered to. */
const ADDRESSED = ['delivered-to', 'x-original-to', 'envelope-to', 'x-delivered-to', 'to', 'cc']
/** Mails whose headers are looked at in a pass: of more, the oldest and the newest. */
const MAX_LOOKED = 400
const MAX_HEADER = 64 * 1024

/** A mail in the mailbox that is addressed to reply addresses. */
export interface Candidate {
  uid: number
  bytes: number
  /** The tokens of its addresses, with the mark of a mail. */
  parts: { token: string; mark: string }[]
}

/**
 * The mails to reply addresses; others in the mailbox are of no concern.
 * @param isPutOff whether a mail waits for a later pass
 */
export async function candidatesIn(
  client: ImapFlow,
  address: string,
  isPutOff: (uid: number) => boolean,
): Promise<Candidate[]> {
  const start = `${address.slice(0, address.lastIndexOf('@'))}+`
  const or = ADDRESSED.map((name) => ({ header: { [name]: start } }))
  const found = (await client.search({ or }, { uid: true })) || []
  const uids = found.filter((uid) => !isPutOff(uid)).toSorted((a, b) => a - b)
  const looked = uids.length <= MAX_LOOKED ? uids : [...uids.slice(0, MAX_LOOKED / 2), ...uids.slice(-MAX_LOOKED / 2)]
  if (looked.length === 0) return []
  const mails = await client.fetchAll(looked, { uid: true, size: true, headers: ADDRESSED }, { uid: true })
  return mails
    .map(({ uid, size = 0, headers }) => ({ uid, bytes: size, parts: partsIn(address, headers) }))
    .filter(({ parts }) => parts.length > 0)
    .toSorted((a, b) => a.uid - b.uid)
}

function partsIn(address: string, headers: Buffer | undefined) {
  const words = (headers?.toString('latin1').slice(0, MAX_HEADER) ?? '').split(/[\s<>,;:"()]+/)
  const found = words.flatMap((word) => partsOfAddress(address, word) ?? [])
  return [...new Map(found.map((parts) => [`${parts.token}${parts.mark}`, parts])).values()]
}

/** Takes turns by owner, the oldest of each first, so that many mails to one delay no other. */
export function inTurns<T>(some: readonly T[], ownerOf: (one: T) => string): T[] {
  const groups = [...Map.groupBy(some, ownerOf).values()]
  const longest = Math.max(0, ...groups.map((group) => group.length))
  return Array.from({ length: longest }, (_, at) => groups.flatMap((group) => group.slice(at, at + 1))).flat()
}

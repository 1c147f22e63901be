import type { ImapFlow } from 'imapflow'
import { AppError } from '../../errors.ts'
import { MINUTE_MS } from '../../times.ts'
import { MAX_MAIL_BYTES } from '../parse/mail.ts'
import type { MailReceipt, Receiver } from '../receive.ts'
import { type Candidate, candidatesIn, inTurns } from './candidates.ts'
import { FAILED_FOLDER, READ_FOLDER } from './connect.ts'

/** A mail that cannot be stored now is tried again after this time. */
const PUT_OFF_MS = 5 * MINUTE_MS
/** After so many mails, the mailbox is searched again, so that new ones get their turn. */
const MAX_PASS = 50

export interface PassOptions {
  /** The reply address without a token. */
  address: string
  receiver: Receiver
  onReceipt(receipt: MailReceipt): void
  /** Whether this process is still the one that reads the mailbox. */
  mayGoOn(): Promise<boolean>
}

/** Reads the mails of a mailbox in turns of the workspaces that they are for. */
export function createPasses({ address, receiver, onReceipt, mayGoOn }: PassOptions) {
  const putOff = new Map<number, number>()

  /** @returns whether nothing is left to be read now */
  async function pass(client: ImapFlow): Promise<boolean> {
    const now = performance.now()
    for (const [uid, until] of putOff) if (until <= now) putOff.delete(uid)
    const candidates = await candidatesIn(client, address, (uid) => putOff.has(uid))
    const owners = new Map<Candidate, string>()
    for (const candidate of candidates)
      owners.set(candidate, await receiver.ownerOf(candidate.parts.map(({ token }) => token)))
    const turns = inTurns(candidates, (candidate) => owners.get(candidate) ?? '')
    for (const candidate of turns.slice(0, MAX_PASS)) {
      if (!(await mayGoOn())) return true
      await take(client, candidate)
    }
    return turns.length <= MAX_PASS
  }

  async function take(client: ImapFlow, candidate: Candidate): Promise<void> {
    const { uid } = candidate
    const receipts = await receiptsOf(client, candidate)
    for (const receipt of receipts) onReceipt(receipt)
    if (receipts.some(({ outcome }) => outcome === 'later')) return void putOff.set(uid, performance.now() + PUT_OFF_MS)
    const isFailed = receipts.every(({ outcome }) => outcome === 'refused')
    // Mails are never deleted: they belong to the owner of the mailbox.
    const moved = await client.messageMove(String(uid), isFailed ? FAILED_FOLDER : READ_FOLDER, { uid: true })
    if (!moved) throw new AppError('unavailable', 'A mail in the mailbox for replies could not be moved')
  }

  async function receiptsOf(client: ImapFlow, { uid, bytes, parts }: Candidate): Promise<MailReceipt[]> {
    if (bytes > MAX_MAIL_BYTES) return [{ outcome: 'refused', reason: 'The mail is too large' }]
    const mail = await client.fetchOne(String(uid), { source: true }, { uid: true })
    const source = mail ? mail.source : undefined
    // Somebody else has moved it.
    if (!source) return [{ outcome: 'later', reason: 'The mail is no longer in the mailbox' }]
    const receipts: MailReceipt[] = []
    for (const one of parts) receipts.push(await receiver.receive({ ...one, bytes: source }))
    return receipts
  }

  return { pass }
}

import { rightsOf } from '../access/rights.ts'
import type { Context } from '../context.ts'
import { findEmail } from '../emails/store.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { createIdleProcesses } from '../foreign-files/process/idle.ts'
import type { MailOutcome } from '../messages/contract.ts'
import { findRole } from '../people/members/store.ts'
import type { Turns } from '../turns/turns.ts'
import { recordBounce } from './bounce.ts'
import { alignmentOf, isAutomatic, ownIdIn } from './judge.ts'
import { mailHash } from './message-id.ts'
import { receiveAnswer } from './operations.ts'
import { DeadlyMail, MailFault, type ParsedMail } from './parse/mail.ts'
import { MAIL_LIMITS, parseMail } from './parse/parse-mail.ts'
import { beginMail, endMail, MAX_ATTEMPTS, type MailKey, type Participant, participantOf, putOffMail } from './store.ts'
import { storeReply } from './store-reply.ts'
import { tellRefusal } from './tell-refusal.ts'

/** A mail that came to a reply address. */
interface ArrivingMail {
  token: string
  /** That of the mail of ours whose envelope it answers; empty for a reply. */
  mark: string
  bytes: Uint8Array
  /** The sender of the envelope, if it is known: empty for reports. */
  sender?: string
}

/** What became of a mail, with the reason of a refusal in words. `later`: it has to be sent again. */
export interface MailReceipt {
  outcome: MailOutcome | 'duplicate' | 'later'
  reason: string
}

/** @internal */
export interface Receiver {
  /** The workspace of a token; undefined if nobody can write to its address. */
  workspaceOf(token: string): Promise<string | undefined>
  receive(mail: ArrivingMail): Promise<MailReceipt>
}

interface Options {
  turns: Turns
  /** The name of the server whose Authentication-Results are trusted. */
  authserv: string | null
  /** Whether people are told by mail of replies that were refused, because no other mail server does. */
  tellsRefusals: boolean
  onError(error: unknown): void
}

const UNKNOWN: MailReceipt = { outcome: 'refused', reason: 'There is no such address' }
const LATER: MailReceipt = { outcome: 'later', reason: 'The mail cannot be stored at the moment. Send it again' }
/** The process has ended several times while it read the mail. */
const DEADLY: MailReceipt = { outcome: 'refused', reason: 'The mail cannot be read' }
/** Errors that pass: the mail is sent again, and the attempt does not count. */
const PASSING: readonly ErrorCode[] = ['unavailable', 'rate_limited', 'conflict']

/** @internal Receives mail to reply addresses: it becomes a message of its enrollment, once. */
export function createReceiver(context: Context, { turns, authserv, tellsRefusals, onError }: Options): Receiver {
  const { store } = context
  const idle = createIdleProcesses()

  async function decide(participant: Participant, key: MailKey, mail: ArrivingMail): Promise<MailReceipt> {
    const begun = await store.write((tx) => beginMail(tx, key))
    if (begun.outcome === 'refused') return DEADLY
    if (begun.outcome !== null) return { outcome: 'duplicate', reason: '' }
    if (begun.attempts > MAX_ATTEMPTS) {
      await store.write((tx) => endMail(tx, key, 'refused'))
      return DEADLY
    }
    try {
      const parsed = await parseMail(mail.bytes, MAIL_LIMITS, idle)
      return { outcome: await handle(participant, key, parsed, mail), reason: '' }
    } catch (error) {
      const receipt = receiptOf(error)
      if (error instanceof DeadlyMail) await store.write((tx) => endMail(tx, key, 'refused'))
      // The attempt has an end: a refused mail can be sent again, for example by the right person.
      else if (receipt) await store.write((tx) => putOffMail(tx, key))
      else onError(error)
      return receipt ?? LATER
    }
  }

  /** @throws MailFault for a mail that cannot be accepted; AppError */
  async function handle(
    participant: Participant,
    key: MailKey,
    parsed: ParsedMail,
    { mark, sender }: ArrivingMail,
  ): Promise<MailReceipt['outcome']> {
    const { report } = parsed
    if (report !== null && mark !== '')
      return store.write(async (tx) => {
        if (!(await endMail(tx, key, 'bounced'))) return 'duplicate'
        await recordBounce(tx, context, participant, { mark, report })
        return 'bounced'
      })
    const isOfProgram = report !== null || isAutomatic(parsed, sender) || (await isOurs(participant, parsed))
    if (isOfProgram) return store.write(async (tx) => ((await endMail(tx, key, 'dropped')) ? 'dropped' : 'duplicate'))
    const alignment = alignmentOf(parsed, authserv)
    if (alignment === 'fail') throw new MailFault('The mail does not come from the domain of its sender (DMARC)')
    try {
      if (participant.person === 'member' && alignment !== 'pass') throw new MailFault(unverified(authserv))
      return (await storeReply(context, participant, key.mail_hash, parsed)) ? 'stored' : 'duplicate'
    } catch (error) {
      if (error instanceof MailFault && tellsRefusals) await tellRefusal(context, participant)
      throw error
    }
  }

  /** Whether it is a mail of this service, which came back in a loop. */
  async function isOurs({ workspace_id }: Participant, parsed: ParsedMail): Promise<boolean> {
    const id = ownIdIn(parsed)
    return id !== undefined && (await store.read((reader) => findEmail(reader, workspace_id, id))) !== undefined
  }

  return {
    workspaceOf: (token) =>
      store.read(async (reader) => {
        const participant = await participantOf(reader, context, token)
        if (participant?.person !== 'member') return participant?.workspace_id
        const { workspace_id, person_id } = participant
        const role = await findRole(reader, workspace_id, person_id)
        return role !== undefined && rightsOf(role).has(receiveAnswer.access) ? workspace_id : undefined
      }),
    async receive(mail) {
      const participant = await store.read((reader) => participantOf(reader, context, mail.token))
      if (!participant) return UNKNOWN
      const { workspace_id, enrollment_id, person_id } = participant
      const key = { workspace_id, enrollment_id, mail_hash: mailHash(mail.bytes, person_id) }
      return turns.take(workspace_id, () => decide(participant, key, mail))
    },
  }
}

/** Why a member's mail is refused: whoever has the address could write in the name of the team otherwise. */
function unverified(authserv: string | null): string {
  return authserv === null
    ? 'Members write in Handrail: this instance does not verify the senders of mail'
    : 'Your domain does not confirm that the mail is yours (DMARC). Write in Handrail instead'
}

/** The receipt of a mail that could not be stored; undefined for an unexpected error, after which an attempt counts. */
function receiptOf(error: unknown): MailReceipt | undefined {
  if (error instanceof MailFault) return { outcome: 'refused', reason: error.message }
  if (!(error instanceof AppError)) return undefined
  return PASSING.includes(error.code) ? LATER : { outcome: 'refused', reason: error.message }
}

import { networkOf } from '../access/network.ts'
import type { RateLimit } from '../access/rate-limits.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { hashToken } from '../secret/seal.ts'

/** Failures of an address over all accounts: an office of many people shares one. */
const ADDRESS_LIMIT: RateLimit = { seconds: 600, limit: 60 }
/** Failures of all addresses sent by one undeclared proxy, which may be forged. */
const FORWARDER_LIMIT: RateLimit = { seconds: 600, limit: 120 }
/** Failures at an account from an address, and from a known device of the account. */
const AT_ACCOUNT_OF_ADDRESS: RateLimit = { seconds: 3600, limit: 20 }
const DEVICE_LIMIT: RateLimit = { seconds: 3600, limit: 20 }
/** Failures at an account from all unknown devices; after that, each network has only a few attempts. */
const AT_ACCOUNT: RateLimit = { seconds: 3600, limit: 100 }
const AT_ACCOUNT_OF_NETWORK: RateLimit = { seconds: 3600, limit: 3 }
/** Mails to one person that an address, and that all addresses, can trigger. */
const LINKS_OF_ADDRESS: RateLimit = { seconds: 3600, limit: 5 }
const LINKS: RateLimit = { seconds: 3600, limit: 20 }
/** A code of six digits, three of which are valid at a time: a guess succeeds once in four years. */
const AT_SECOND_FACTOR: RateLimit = { seconds: 3600, limit: 10 }

interface Guess {
  /** The attempted account, whether or not it exists. */
  account: string
  /** The number of a known device. */
  device: string | undefined
}

/**
 * An attempt to sign in or to confirm an identity. It counts as a failure until it has succeeded, so that concurrent
 * attempts cannot exceed the limit.
 */
export interface Attempt {
  succeeded(): void
}

type Counted = [subject: string, limit: RateLimit]

/** @throws AppError `rate_limited`; the windows end by themselves, so nobody is locked out permanently */
export async function countSignIn(context: Context, { account, device }: Guess): Promise<Attempt> {
  if (device !== undefined) return attempt(context, [[`sign-in device ${device}`, DEVICE_LIMIT]])
  const address = networkOf(context.caller.id)
  // Hashed, because the table of counts must not contain input of people.
  const atAccount = `sign-in account ${hashToken(account)}`
  // The address first: rejected requests leave no count at accounts.
  const ofAddress = await attempt(context, [
    ...ofSender('sign-in', context),
    [`${atAccount} ${address}`, AT_ACCOUNT_OF_ADDRESS],
  ])
  // Regardless of attempts from elsewhere, the owner has a few attempts on a new device.
  const [all] = await context.rateLimiter.count(atAccount, [AT_ACCOUNT])
  const ofNetwork: Counted = [`${atAccount} ${networkOf(context.caller.id, 3)}`, AT_ACCOUNT_OF_NETWORK]
  const ofAccount = await attempt(context, all && !all.allowed ? [ofNetwork] : [], [[atAccount, AT_ACCOUNT]])
  return {
    succeeded() {
      ofAddress.succeeded()
      ofAccount.succeeded()
    },
  }
}

/** The address of a visitor, and the proxy that sent it if it is not trusted. */
function ofSender(what: string, { caller: { id, forwarder } }: Context): Counted[] {
  const ofAddress: Counted = [`${what} address ${networkOf(id)}`, ADDRESS_LIMIT]
  return forwarder === undefined ? [ofAddress] : [ofAddress, [`${what} forwarder ${forwarder}`, FORWARDER_LIMIT]]
}

/** Requests for mail: few per account, whether or not it exists. @throws AppError `rate_limited` */
export async function countLinkRequest(context: Context, account: string): Promise<void> {
  const address = networkOf(context.caller.id)
  const subject = hashToken(account)
  await attempt(context, [
    ...ofSender('password link', context),
    [`password link account ${subject} ${address}`, LINKS_OF_ADDRESS],
    [`password link account ${subject}`, LINKS],
  ])
}

/** @throws AppError `rate_limited` */
export function countSecondFactor(context: Context, { account, device }: Guess): Promise<Attempt> {
  const subject = device === undefined ? `account ${account}` : `device ${device}`
  return attempt(context, [[`second-factor ${subject}`, AT_SECOND_FACTOR]])
}

/** @throws AppError `rate_limited` */
export function countPasswordCheck(context: Context): Promise<Attempt> {
  return attempt(context, [[`password ${context.caller.session_id}`, DEVICE_LIMIT]])
}

/** @param before windows that were counted already */
async function attempt({ rateLimiter }: Context, windows: Counted[], before: Counted[] = []): Promise<Attempt> {
  for (const [subject, limit] of windows) {
    const [allowance] = await rateLimiter.count(subject, [limit])
    if (allowance && !allowance.allowed) throw tooMany(allowance.resetsIn)
  }
  return {
    succeeded() {
      for (const [subject, limit] of [...before, ...windows]) rateLimiter.giveBack(subject, [limit])
    },
  }
}

function tooMany(retryAfter: number): AppError {
  const minutes = Math.ceil(retryAfter / 60)
  const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  return new AppError('rate_limited', `Too many attempts. Try again ${when}`, {
    reason: 'too_many_attempts',
    retryAfter,
  })
}

import { isIPv6 } from 'node:net'
import type { RateLimit } from '../../access/rate-limits.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { hashToken } from '../../seal.ts'

/** Attempts of an address at all accounts: an office of many people shares one. */
const OF_ADDRESS: RateLimit = { seconds: 600, limit: 60 }
/** Attempts at an account from all devices that it does not know, and from each that it knows. */
const AT_ACCOUNT: RateLimit = { seconds: 3600, limit: 100 }
const AT_ACCOUNT_OF_ADDRESS: RateLimit = { seconds: 3600, limit: 20 }
const OF_DEVICE: RateLimit = { seconds: 3600, limit: 20 }
/** Mails to one person that an address, and that all addresses, can cause. */
const LINKS_OF_ADDRESS: RateLimit = { seconds: 3600, limit: 5 }
const LINKS: RateLimit = { seconds: 3600, limit: 20 }
/** A code of six digits, three of which are right at a time: guessed once in four years. */
const AT_SECOND_FACTOR: RateLimit = { seconds: 3600, limit: 10 }

interface Attempt {
  /** Who is guessed at: whether there is such an account makes no difference. */
  account: string
  /** The number of a device from which the person has signed in before. */
  device: string | undefined
}

/** @throws AppError `rate_limited`; the windows pass by themselves, so nobody is locked out for ever */
export async function countSignIn(context: Context, { account, device }: Attempt): Promise<void> {
  const address = sourceOf(context.caller.id)
  await count(context, `sign-in address ${address}`, OF_ADDRESS)
  if (device !== undefined) return count(context, `sign-in device ${device}`, OF_DEVICE)
  // Hashed: a table of counts is no place for what people type.
  const subject = hashToken(account)
  await count(context, `sign-in account ${subject} ${address}`, AT_ACCOUNT_OF_ADDRESS)
  await count(context, `sign-in account ${subject}`, AT_ACCOUNT)
}

/** Mails that somebody asks for: few at an account, whether or not there is one. @throws AppError `rate_limited` */
export async function countLinkRequest(context: Context, account: string): Promise<void> {
  const address = sourceOf(context.caller.id)
  await count(context, `password link address ${address}`, OF_ADDRESS)
  const subject = hashToken(account)
  await count(context, `password link account ${subject} ${address}`, LINKS_OF_ADDRESS)
  await count(context, `password link account ${subject}`, LINKS)
}

/** @throws AppError `rate_limited` */
export function countSecondFactor(context: Context, { account, device }: Attempt): Promise<void> {
  const subject = device === undefined ? `account ${account}` : `device ${device}`
  return count(context, `second-factor ${subject}`, AT_SECOND_FACTOR)
}

/** @throws AppError `rate_limited` */
export function countPasswordCheck(context: Context): Promise<void> {
  return count(context, `password ${context.caller.session_id}`, OF_DEVICE)
}

async function count({ rateLimiter }: Context, subject: string, limit: RateLimit): Promise<void> {
  const [allowance] = await rateLimiter.count(subject, [limit])
  if (!allowance || allowance.allowed) return
  const minutes = Math.ceil(allowance.resetsIn / 60)
  throw new AppError('rate_limited', `Too many attempts. Try again in ${minutes} minutes`, {
    retryAfter: allowance.resetsIn,
  })
}

/** A household or a server has 2^64 addresses of IPv6, so its network is what counts. */
function sourceOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  return [...groups, ...Array(hostname.includes('::') ? missing : 0).fill('0')].slice(0, 4).join(':')
}

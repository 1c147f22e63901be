import { AppError } from '../../../errors.ts'
import { type BucketAddress, bucketName } from './address.ts'

/** The explanations of error codes for the operator, as the end of a sentence. */
const REASONS: Record<string, (address: BucketAddress) => string> = {
  CredentialsProviderError: () => 'no key is configured: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  InvalidAccessKeyId: () => 'the key is unknown: check AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: () => 'the secret does not match the key: check AWS_SECRET_ACCESS_KEY',
  ExpiredToken: () => 'the key has expired: create another',
  RequestTimeTooSkewed: () => 'the clock of this machine is wrong: set it, for example with NTP',
  NoSuchBucket: ({ bucket }) => `there is no bucket "${bucket}": create it, or correct the address`,
  AccessDenied: ({ bucket }) =>
    `the key lacks permission to list, read, write and delete in the bucket "${bucket}": grant it`,
  PermanentRedirect: ({ region }) => `the bucket is not in ${region}: set region=... in the address`,
  AuthorizationHeaderMalformed: ({ region }) => `the bucket is not in ${region}: set region=... in the address`,
  ENOTFOUND: (address) => `its host was not found: check ${placeOf(address)} in the address`,
  ECONNREFUSED: (address) =>
    `the connection failed: check ${placeOf(address)} in the address, and that the service runs`,
  TimeoutError: () => 'it does not answer in time: check the network, and that the service runs',
}
/** Aliases of the same codes. */
const SYNONYMS: Record<string, string> = {
  EAI_AGAIN: 'ENOTFOUND',
  EHOSTUNREACH: 'ECONNREFUSED',
  ENETUNREACH: 'ECONNREFUSED',
  ETIMEDOUT: 'TimeoutError',
  Forbidden: 'AccessDenied',
  AllAccessDisabled: 'AccessDenied',
  InvalidToken: 'InvalidAccessKeyId',
  TokenRefreshRequired: 'ExpiredToken',
}

const CLOSED = 'The file store is unavailable at the moment. Try again in a minute; nothing was stored'

/**
 * The error for callers, whose cause explains to the operator why the bucket cannot be used. It contains only the name
 * of the response, because the rest can contain the key.
 */
export function unusable(error: unknown, address: BucketAddress): AppError {
  const name = nameOf(error)
  const status = statusOf(error)
  const answer = status === undefined ? `it failed with ${name}` : `it answered with ${name} (status ${status})`
  const reason = REASONS[SYNONYMS[name] ?? name]?.(address) ?? answer
  const cause = new Error(`The bucket ${bucketName(address)} cannot be used: ${reason}`)
  return new AppError('unavailable', CLOSED, { retryAfter: 60, cause })
}

const FINAL = ['ENOTFOUND', 'CredentialsProviderError', 'TimeoutError']

/** Whether a retry may succeed. The clock skew is corrected by the first response. */
export function isPassing(error: unknown): boolean {
  const [name, status] = [nameOf(error), statusOf(error)]
  if (['RequestTimeout', 'RequestTimeTooSkewed', 'SlowDown'].includes(name)) return true
  // A request is waiting: timeouts are not retried.
  return status === undefined ? !FINAL.includes(name) : status >= 500
}

/** The code of a network failure, or the name of a response. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.name
}

function statusOf(error: unknown): number | undefined {
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : undefined
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}

function placeOf({ endpoint }: BucketAddress): string {
  return endpoint === undefined ? 'the region' : 'the endpoint'
}

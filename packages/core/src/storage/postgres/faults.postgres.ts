import { StaleRead } from '../database.ts'

/**
 * Out of reach, out of connections, shutting down, out of disk or memory, too late (PostgreSQL appendix A), no longer the
 * server that takes writes, or always in the way of others; and what refuses to let us in for as long as it lasts: a database
 * that takes no connections (55000), a role that may not log in (28) or a database that is not there (3D000).
 */
const UNAVAILABLE =
  /^(08|25006|25P03|28|3D000|40|53|57P0|57014|55000|55P03|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/
const OUT_OF_REACH =
  /timeout exceeded when trying to connect|timeout expired|connection timeout|query read timeout|pool after calling end/i
/** The connection broke: the server undid what was not committed on it. */
const LOST = /^(08|25P03|57P01|57P02|57P05|ECONNRESET|EPIPE)/
const LOST_CONNECTION = /Connection terminated(?! due)|not queryable|Client was closed/i
/**
 * Serialization failure and deadlock: the transaction did nothing and may be run again (PostgreSQL 13.5). A row that
 * another transaction deleted meanwhile (23503) is not found the next time.
 */
const RETRYABLE = new Set(['40001', '40P01', '23503'])
/**
 * By this word a statement fails that found the database otherwise than this process had seen it before: the transaction is run again,
 * and has forgotten it.
 */
export const UNEXPECTED = 'handrail_unexpected'

interface PostgresError {
  code: string
  constraint: string
  message: string
}

/** The builders throw an error of their own, whose cause is that of the statement. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error
}

/** Whether what was read has changed since, also where a statement that followed tells it. */
function isStale(error: unknown): boolean {
  return error instanceof StaleRead || causeOf(error) instanceof StaleRead
}

/** What the driver tells of an error. */
export function detailsOf(error: unknown): PostgresError {
  const cause = causeOf(error)
  // The driver puts what the server told beside the message, under names that its type does not have.
  const field = (name: string) =>
    cause instanceof Error && name in cause ? String(Reflect.get(cause, name) ?? '') : ''
  return { code: field('code'), constraint: field('constraint'), message: field('message') }
}

/** Whether a statement failed by the word for it. */
export function isUnexpected(error: unknown): boolean {
  return detailsOf(error).message.includes(UNEXPECTED)
}

/** Whether the same transaction may succeed when it is run again. */
export function isRetryable(error: unknown): boolean {
  return isStale(error) || RETRYABLE.has(detailsOf(error).code) || isUnexpected(error)
}

/** Whether the connection was lost, and another may do. */
export function isLost(error: unknown): boolean {
  const { code, message } = detailsOf(error)
  return LOST.test(code) || LOST_CONNECTION.test(message)
}

/** Whether the connection is of no more use: lost, still busy with what was given up, or to a server that only reads. */
export function isBroken(error: unknown): boolean {
  const { code, message } = detailsOf(error)
  return isLost(error) || code === '25006' || OUT_OF_REACH.test(message)
}

/** Whether it passes by itself, so that the same may be tried again later. */
export function isPassing(error: unknown): boolean {
  const { code, message } = detailsOf(error)
  return isStale(error) || UNAVAILABLE.test(code) || OUT_OF_REACH.test(message) || isLost(error)
}

/** Whether the driver gave up waiting, or its connection ended: it says so without a code. */
export function outOfReach(error: unknown): boolean {
  const { message } = detailsOf(error)
  return OUT_OF_REACH.test(message) || LOST_CONNECTION.test(message)
}

/** Maximum count of each figure: an exact count of more would take too long. */
const COUNTED_MAILS = 10_000

/** Figures of mail from the database. */
export interface MailFigures {
  /** Mail to be sent: now, later, or being sent. */
  waiting: number
  /** Mail that is due now. */
  due: number
  /** Seconds since the oldest became due; 0 if none is due. */
  oldest_due_seconds: number
  /** Mail that was not delivered, in the last 90 days. */
  failed: number
}

const READY = "status = 'waiting' and lease_until is null and waiting_for is null"

/**
 * The query of the figures, in SQL of both engines; each part uses an index that contains only its rows.
 * @param now the placeholder of the time, which is bound three times if it has no number
 */
export function mailFigures(now: string): string {
  const some = (condition: string) =>
    `(select next_attempt_at from emails where ${condition} limit ${COUNTED_MAILS}) as found`
  const counted = (name: string, condition: string) => `(select count(*) from ${some(condition)}) as ${name}`
  const isLate = `waiting_for = 'time' and next_attempt_at <= ${now}`
  return `select ${counted('ready', READY)}, ${counted('alone', "waiting_for = 'alone'")}, ${counted('late', isLate)},
    ${counted('later', `waiting_for = 'time' and next_attempt_at > ${now}`)},
    ${counted('under_way', 'lease_until is not null')}, ${counted('failed', "status = 'failed'")},
    (select min(next_attempt_at) from ${some(READY)}) as oldest_ready,
    (select min(next_attempt_at) from emails where ${isLate}) as oldest_late`
}

/** Counts are text if the engine counts in bigint. */
export type MailFiguresRow = Record<'ready' | 'alone' | 'late' | 'later' | 'under_way' | 'failed', number | string> &
  Record<'oldest_ready' | 'oldest_late', string | Date | null>

/** @param now milliseconds of the clock that sets the times of rows */
export function mailFiguresOf(row: MailFiguresRow, now: number): MailFigures {
  const due = Number(row.ready) + Number(row.alone) + Number(row.late)
  const since = [row.oldest_ready, row.oldest_late].flatMap((time) => (time === null ? [] : [new Date(time).getTime()]))
  return {
    waiting: due + Number(row.later) + Number(row.under_way),
    due,
    oldest_due_seconds: Math.max(0, ...since.map((time) => (now - time) / 1000)),
    failed: Number(row.failed),
  }
}

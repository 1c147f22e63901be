/**
 * Whether an endpoint, known as `e`, may be sent to: in SQL of both engines. One that failed is tried again with what was
 * let through for that, and so not before it was.
 * @param now the placeholder of the time, which is bound twice where it has no number
 */
export function isOpen(now: string): string {
  return `e.status = 'enabled'
    and (e.open_until is null or (e.open_until <= ${now} and coalesce(e.release_at > ${now}, true)))`
}

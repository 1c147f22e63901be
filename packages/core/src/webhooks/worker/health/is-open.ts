/**
 * Whether an endpoint, known as `e`, may be sent to: in SQL of both engines. One that failed is tried again with what was
 * let through for that, and so not before it was.
 * @param now the placeholder of the time, which is bound twice where it has no number
 */
export function isOpen(now: string): string {
  return `e.status = 'enabled'
    and (e.open_until is null or (e.open_until <= ${now} and coalesce(e.release_at > ${now}, true)))`
}

/**
 * Whether what is ready for an endpoint, known as `e`, has to wait for what is before it: it gets its deliveries in order,
 * and one is to be tried again, or an older one is held back, or may yet be found by a recovery. In SQL of both engines.
 */
export const AWAITS_TURN = `(e.max_concurrency = 1 and (
    exists (select 1 from webhook_deliveries w where w.endpoint_id = e.id and w.waiting_for in ('time', 'alone'))
    or exists (select 1 from webhook_recoveries r
      where r.workspace_id = e.workspace_id and r.endpoint_id = e.id and r.status = 'running')
    or exists (select 1 from webhook_deliveries w where w.endpoint_id = e.id and w.waiting_for = 'endpoint'
      and (w.next_attempt_at, w.id) < (select r.next_attempt_at, r.id from webhook_deliveries r
        where r.workspace_id = e.workspace_id and r.endpoint_id = e.id and r.status = 'pending' and r.lease_until is null and r.waiting_for is null
        order by r.next_attempt_at, r.id limit 1))))`

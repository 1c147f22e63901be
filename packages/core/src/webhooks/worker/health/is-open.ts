/**
 * The condition that an endpoint `e` may get deliveries, in SQL of both engines. A failing one is probed only with
 * released deliveries.
 * @param now the placeholder of the time, which is bound twice if it has no number
 */
export function isOpen(now: string): string {
  return `e.status = 'enabled'
    and (e.open_until is null or (e.open_until <= ${now} and coalesce(e.release_at > ${now}, true)))`
}

/**
 * The condition that ready deliveries of an ordered endpoint `e` must wait for earlier ones: one is scheduled for a
 * retry, an older one is on hold, or a recovery may still find one. In SQL of both engines.
 */
export const AWAITS_TURN = `(e.max_concurrency = 1 and (
    exists (select 1 from webhook_deliveries w where w.endpoint_id = e.id and w.waiting_for in ('time', 'alone'))
    or exists (select 1 from webhook_recoveries r
      where r.workspace_id = e.workspace_id and r.endpoint_id = e.id and r.status = 'running')
    or exists (select 1 from webhook_deliveries w where w.endpoint_id = e.id and w.waiting_for = 'endpoint'
      and (w.next_attempt_at, w.id) < (select r.next_attempt_at, r.id from webhook_deliveries r
        where r.workspace_id = e.workspace_id and r.endpoint_id = e.id and r.status = 'pending' and r.lease_until is null and r.waiting_for is null
        order by r.next_attempt_at, r.id limit 1))))`

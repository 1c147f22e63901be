/**
 * Whether an ordered endpoint has earlier events that wait for fan-out, which a new delivery would overtake. In SQL of
 * both engines.
 * @param e the name of the endpoint
 */
export function isFanOutPending(e: string): string {
  return `(${e}.max_concurrency = 1 and ${isFanOutPendingIn(`${e}.workspace_id`)})`
}

/** Whether a workspace has events that wait for fan-out, in SQL of both engines. */
export function isFanOutPendingIn(workspace_id: string): string {
  return `exists (select 1 from events f where f.workspace_id = ${workspace_id} and f.fan_out_after is not null)`
}

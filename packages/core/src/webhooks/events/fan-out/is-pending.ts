/**
 * Whether an endpoint gets its deliveries in order, and an event from before has not got all of its own: what is told now would
 * overtake it. In SQL of both engines.
 * @param e the name of the endpoint
 */
export function isFanOutPending(e: string): string {
  return `(${e}.max_concurrency = 1
    and exists (select 1 from events f where f.workspace_id = ${e}.workspace_id and f.fan_out_after is not null))`
}

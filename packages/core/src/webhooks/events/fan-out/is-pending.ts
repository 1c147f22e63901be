/**
 * Whether an ordered endpoint has earlier events that wait for fan-out, which a new delivery would overtake. In SQL of
 * both engines.
 * @param e the name of the endpoint
 */
export function isFanOutPending(e: string): string {
  return `(${e}.max_concurrency = 1
    and exists (select 1 from events f where f.workspace_id = ${e}.workspace_id and f.fan_out_after is not null))`
}

import { newId } from '../../src/ids.ts'
import type { Bound } from '../../src/index.ts'
import type { DeliveryWaitsFor } from '../../src/webhooks/contract.ts'
import type { Instance } from '../instance.ts'

interface State {
  /** A workspace, which need not exist; defaults to that of the caller. */
  workspace_id?: string
  failing_since?: string
  status: 'enabled' | 'disabled'
  open_until: string | null
  /** The time of the next attempt; now by default. */
  next_attempt_at?: string
  waiting_for?: DeliveryWaitsFor
}

const BATCH = 500

/** Adds unreachable endpoints, with a waiting delivery each. Their ids sort before later ones. */
export async function addDeadEndpoints(
  { handrail: { database } }: Instance,
  { context }: Bound,
  { count, url, ...state }: State & { count: number; url: string },
): Promise<void> {
  const { workspace_id = context.caller.workspace_id } = state
  const { status, open_until, failing_since = null, next_attempt_at, waiting_for = null } = state
  for (let made = 0; made < count; made += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, count - made) }, () => newId())
    await database.write(async ({ db, stamp: at, tables: t }) => {
      const times = { created_at: at, updated_at: at }
      const sealed_secret = context.sealer.seal('whsec_none')
      const health = { status, open_until, failing_since }
      const endpoint = { workspace_id, url, events: [], description: '', ...health, sealed_secret, ...times }
      await db
        .insert(t.webhook_endpoints)
        .values(ids.map((id) => ({ ...endpoint, id, ...(open_until && { release_at: open_until }) })))
      const event = { event_id: 'evt_none', event: 'organisation.created' }
      const delivery = { workspace_id, ...event, status: 'pending' as const, attempts: 1, waiting_for, ...times }
      await db
        .insert(t.webhook_deliveries)
        .values(
          ids.map((endpoint_id) => ({ ...delivery, id: newId(), endpoint_id, next_attempt_at: next_attempt_at ?? at })),
        )
    })
  }
}

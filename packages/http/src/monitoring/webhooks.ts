import type { DeliveryFigures, Handrail } from '@handrail/core'
import { ENDPOINT_STATES } from '@handrail/core/internal'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** More frequent requests get the cached figures. */
const FRESH_MS = 5000

/** Figures of waiting deliveries of all processes, from the database. */
export function measureDeliveries(registry: Registry, handrail: Handrail): void {
  const registers = [registry]
  let known: { figures: Promise<DeliveryFigures>; at: number } | undefined
  const figures = (): Promise<DeliveryFigures> => {
    if (!known || performance.now() - known.at > FRESH_MS)
      known = { figures: handrail.deliveryFigures(), at: performance.now() }
    return known.figures
  }

  new Gauge({
    name: 'handrail_webhook_deliveries',
    help: 'Deliveries that are not over, ten thousand of a state at most: ready, later (another attempt), held (with their endpoint), under_way',
    labelNames: ['state'],
    registers,
    async collect() {
      const { ready, later, held, under_way } = await figures()
      for (const [state, count] of Object.entries({ ready, later, held, under_way })) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'handrail_webhook_oldest_due_seconds',
    help: 'For how long the oldest delivery that is ready has been due',
    registers,
    async collect() {
      this.set((await figures()).oldest_due_seconds)
    },
  })
  new Gauge({
    name: 'handrail_webhook_endpoints',
    help: 'Endpoints by state; open: after many failures everything waits, but for a probe now and then',
    labelNames: ['state'],
    registers,
    async collect() {
      const { endpoints } = await figures()
      for (const state of ENDPOINT_STATES) this.set({ state }, endpoints[state])
    },
  })
}

/** Counts the deliveries that this process sends. */
export function countSending(registry: Registry, handrail: Handrail): void {
  const registers = [registry]
  const claims = new Counter({
    name: 'handrail_webhook_claims_total',
    help: 'Transactions that took deliveries',
    registers,
  })
  const claimed = new Counter({ name: 'handrail_webhook_claimed_total', help: 'Deliveries that were taken', registers })
  const attempts = new Histogram({
    name: 'handrail_webhook_attempt_seconds',
    help: 'How long attempts took, by outcome: success, or the error that a delivery shows',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15],
    registers,
  })
  const arrivals = new Histogram({
    name: 'handrail_webhook_arrival_seconds',
    help: 'From the commit of an event to its arrival, of deliveries that arrived with their first attempt; of those sent again by hand, or recovered, too',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600],
    registers,
  })
  handrail.watchDeliveries({
    claimed(deliveries) {
      claims.inc()
      claimed.inc(deliveries)
    },
    attempted: (outcome, seconds) => attempts.observe({ outcome }, seconds),
    arrived: (seconds) => arrivals.observe(seconds),
  })
}

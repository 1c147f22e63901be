import type { Handrail, MailFigures } from '@handrail/core'
import { Gauge, type Registry } from 'prom-client'

/** More frequent requests get the cached figures. */
const FRESH_MS = 5000

/** Figures of waiting and failed mail of all processes, from the database. */
export function measureMail(registry: Registry, handrail: Handrail): void {
  const registers = [registry]
  let known: { figures: Promise<MailFigures>; at: number } | undefined
  const figures = (): Promise<MailFigures> => {
    if (!known || performance.now() - known.at > FRESH_MS)
      known = { figures: handrail.mailFigures(), at: performance.now() }
    return known.figures
  }

  new Gauge({
    name: 'handrail_mails',
    help: 'Mails, ten thousand of a state at most: waiting (to be sent now, later or at this moment), due (of these, now), failed (in the last 90 days)',
    labelNames: ['state'],
    registers,
    async collect() {
      const { waiting, due, failed } = await figures()
      for (const [state, count] of Object.entries({ waiting, due, failed })) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'handrail_mail_oldest_due_seconds',
    help: 'For how long the oldest mail that is to be sent now has been due',
    registers,
    async collect() {
      this.set((await figures()).oldest_due_seconds)
    },
  })
}

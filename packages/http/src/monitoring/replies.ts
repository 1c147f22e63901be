import type { Handrail } from '@handrail/core'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Counts the mails that this process has received, and tells whether the mailbox for replies can be read. */
export function measureReplies(registry: Registry, handrail: Handrail): void {
  const registers = [registry]
  const received = new Counter({
    name: 'handrail_replies_total',
    help: 'Mails to reply addresses by outcome: stored, bounced, dropped (sent by a program), refused, duplicate, later (put off)',
    labelNames: ['outcome'],
    registers,
  })
  handrail.watchReplies(({ outcome }) => received.inc({ outcome }))
  if (handrail.isReplyMailboxAway() === undefined) return
  new Gauge({
    name: 'handrail_reply_mailbox_up',
    help: 'Whether the mailbox for replies can be read: 1, or 0 during an outage',
    registers,
    collect() {
      this.set(handrail.isReplyMailboxAway() ? 0 : 1)
    },
  })
}

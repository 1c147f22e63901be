import { and, eq, gt } from 'drizzle-orm'
import { newSecret } from '../../ids.ts'
import { hashToken } from '../../secret/seal.ts'
import type { Reader, Store, Tx } from '../../storage/database.ts'
import { deleteSome } from '../../storage/steps/delete-some.ts'
import { inSteps } from '../../storage/steps/steps.ts'
import { later, MINUTE_MS } from '../../times.ts'

/** The purposes of tickets, with their lifetime in minutes; each ticket is valid once. */
const MINUTES = { set_up: 30, password: 60, second_factor: 10 }
export type Purpose = keyof typeof MINUTES

export interface Ticket {
  token: string
  expires_at: string
}

interface Presented {
  purpose: Purpose
  token: string
  at: string
}

/** @returns the token, which is stored only as a hash */
export async function issueTicket(
  tx: Tx,
  { purpose, user_id = null, at }: { purpose: Purpose; user_id?: string | null; at: string },
): Promise<Ticket> {
  const token = newSecret()
  const expires_at = later(at, MINUTES[purpose] * MINUTE_MS)
  await tx.db
    .insert(tx.tables.tickets)
    .values({ token_hash: hashToken(token), purpose, user_id, expires_at, created_at: at })
  return { token, expires_at }
}

/** A ticket, without consuming it. */
export async function findTicket(reader: Reader, presented: Presented) {
  const { tickets } = reader.tables
  const [ticket] = await reader.db
    .select({ user_id: tickets.user_id, expires_at: tickets.expires_at })
    .from(tickets)
    .where(matching(reader, presented))
  return ticket
}

/** Consumes a ticket: of several concurrent requests, one gets it. */
export async function consumeTicket(tx: Tx, presented: Presented): Promise<{ user_id: string | null } | undefined> {
  const { tickets } = tx.tables
  const [ticket] = await tx.db.delete(tickets).where(matching(tx, presented)).returning({ user_id: tickets.user_id })
  return ticket
}

function matching({ tables: { tickets } }: Reader, { purpose, token, at }: Presented) {
  return and(eq(tickets.token_hash, hashToken(token)), eq(tickets.purpose, purpose), gt(tickets.expires_at, at))
}

/** Revokes the tickets of a person: an unfinished sign-in, a link to choose a password. */
export async function deleteTickets(tx: Tx, user_id: string): Promise<void> {
  const { tickets } = tx.tables
  await tx.db.delete(tickets).where(eq(tickets.user_id, user_id))
}

export async function deleteTicketsFor(tx: Tx, purpose: Purpose): Promise<void> {
  const { tickets } = tx.tables
  await tx.db.delete(tickets).where(eq(tickets.purpose, purpose))
}

export async function forgetOldTickets(store: Pick<Store, 'write'>, now: string): Promise<void> {
  await inSteps(store, (tx, rows) => deleteSome(tx, 'tickets', [['expires_at', '<', later(now, 1)]], rows))
}

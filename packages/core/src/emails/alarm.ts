import { and, asc, eq } from 'drizzle-orm'
import type { Database, Reader } from '../storage/database.ts'
import { HOUR_MS } from '../times.ts'
import type { CurrentServer, Mail } from './server/mail.ts'
import { createTransport } from './transport.ts'

interface Options {
  database: Database
  mail: Mail
  publicUrl: string
  onError(error: unknown): void
}

/** Mail to the operator that does not use the outbox, because the database is the problem. */
export interface Alarm {
  /** Caches the mail server and the recipients periodically, because the database cannot be read during an alarm. */
  remember(): Promise<void>
  /** Sends at most one mail an hour. */
  raise(error: Error): Promise<void>
}

export function createAlarm({ database, mail, publicUrl, onError }: Options): Alarm {
  let server: CurrentServer | undefined
  let recipients: readonly string[] = []
  let rememberedAt = Number.NEGATIVE_INFINITY
  let raisedAt = Number.NEGATIVE_INFINITY
  return {
    async remember() {
      if (performance.now() - rememberedAt < HOUR_MS) return
      await database.read(async (reader) => {
        server = await mail.server(reader)
        if (server) recipients = await ownersOfFirst(reader)
      })
      rememberedAt = performance.now()
    },
    async raise({ message }) {
      if (!server || performance.now() - raisedAt < HOUR_MS) return
      raisedAt = performance.now()
      const subject = `Handrail at ${new URL(publicUrl).host} cannot store data`
      const text = `${message}.\n\nUntil then, ${publicUrl} answers every request with 503.\n`
      const transport = createTransport(server.address, onError)
      for (const to of recipients) await transport.send({ from: server.sender, to, subject, text })
      transport.close()
    },
  }
}

/** The addresses of the owners of the first workspace. */
async function ownersOfFirst({ db, tables: { memberships, users, workspaces } }: Reader): Promise<string[]> {
  const [first] = await db.select({ id: workspaces.id }).from(workspaces).orderBy(asc(workspaces.created_at)).limit(1)
  if (!first) return []
  const owners = await db
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.user_id))
    .where(and(eq(memberships.workspace_id, first.id), eq(memberships.role, 'owner')))
  return owners.map(({ email }) => email)
}

import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Caller } from '../../caller.ts'
import { notFound } from '../../errors.ts'
import { OutputId, RecordId, Timestamp } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import type { Reader } from '../../storage/database.ts'
import { revokeGrant } from '../tokens/grants.ts'

const access = 'connections:manage'
const PAGE = 500

const Connection = z
  .object({
    id: OutputId,
    application: z.object({
      id: z.string(),
      name: z.string(),
      kind: z
        .string()
        .describe('application: created in a workspace. registration and document: the client chose its name itself'),
      host: z.string().describe('Host of the redirect address, or of the metadata document'),
    }),
    user: z.object({ id: OutputId, name: z.string(), email: z.string() }),
    scopes: z.array(z.string()),
    last_used_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'Connection' })

/** Members see their own connections; with the right to manage applications, all connections. */
function visibleTo(reader: Reader, caller: Caller, own = false) {
  const { oauth_grants: grants } = reader.tables
  const all = !own && caller.rights.has('applications:manage')
  return and(
    eq(grants.workspace_id, caller.workspace_id),
    isNull(grants.revoked_at),
    all ? undefined : eq(grants.user_id, caller.id),
  )
}

export const listConnections = operation({
  name: 'list_connections',
  summary: 'List connected applications, with the person and the scopes of each connection',
  access,
  does: ['reads'],
  status: 200,
  input: z.strictObject({
    own: z.boolean().optional().describe('true: only connections of the caller'),
    after: RecordId.optional().describe('`next_after` of the previous page'),
  }),
  output: z.object({
    data: z.array(Connection),
    meta: z.object({ next_after: OutputId.nullable().describe('Cursor of the next page; null on the last') }),
  }),
  run: ({ caller, store: { read } }, { own, after }) =>
    read(async (reader) => {
      const { oauth_grants: grants, oauth_clients: clients, users } = reader.tables
      const rows = await reader.db
        .select({
          id: grants.id,
          application: {
            id: clients.id,
            name: clients.name,
            kind: clients.kind,
            redirect_uris: clients.redirect_uris,
          },
          user: { id: users.id, name: users.name, email: users.email },
          scopes: grants.scopes,
          last_used_at: grants.last_used_at,
          created_at: grants.created_at,
        })
        .from(grants)
        .innerJoin(clients, eq(clients.id, grants.client_id))
        .innerJoin(users, eq(users.id, grants.user_id))
        .where(
          and(visibleTo(reader, caller, own), after === undefined ? undefined : isOlderThan(reader, caller, after)),
        )
        .orderBy(desc(grants.created_at), desc(grants.id))
        .limit(PAGE + 1)
      const data = rows
        .slice(0, PAGE)
        .map((row) => ({ ...row, application: { ...row.application, host: hostOf(row.application) } }))
      return { data, meta: { next_after: rows.length > PAGE ? (data.at(-1)?.id ?? null) : null } }
    }),
})

/** By the position of the grant, revoked meanwhile or not. */
function isOlderThan({ tables: { oauth_grants: grants } }: Reader, { workspace_id }: Caller, id: string) {
  const of = sql`${grants.workspace_id} = ${workspace_id} and ${grants.id} = ${id}`
  return sql`(${grants.created_at}, ${grants.id}) < (select ${grants.created_at}, ${grants.id} from ${grants} where ${of})`
}

function hostOf({ id, kind, redirect_uris }: { id: string; kind: string; redirect_uris: string[] }): string {
  const url = URL.parse(kind === 'document' ? id : (redirect_uris[0] ?? ''))
  return url?.hostname || (url?.protocol.slice(0, -1) ?? '')
}

export const revokeConnection = operation({
  name: 'revoke_connection',
  summary: 'Disconnect an application and revoke its tokens',
  access,
  audit: ['application.disconnected'],
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { caller, tokens, now } = context
      const { oauth_grants: grants, oauth_clients: clients } = tx.tables
      const [found] = await tx.db
        .select({ application: clients.name })
        .from(grants)
        .innerJoin(clients, eq(clients.id, grants.client_id))
        .where(and(visibleTo(tx, caller), eq(grants.id, id)))
      if (!found) throw notFound()
      await revokeGrant(tx, { workspace_id: caller.workspace_id, id, reason: 'revoked_by_person', at: now() })
      const { application } = found
      await recordAudit(tx, context, { action: 'application.disconnected', subject_id: id, details: { application } })
      await tokens.forgetAfter(tx)
    }),
})

import { createHandrail } from '@handrail/core'
import { invoke, OPERATIONS } from '@handrail/core/internal'
import Sqlite from 'better-sqlite3'
import type { Databases, Prepared } from '../data/databases.ts'
import { SECRET } from '../data/seed.ts'
import { print } from '../table.ts'

const ROUNDS = 3
const EVER = '2020-01-01T00:00:00.000Z'
const LATELY = '2027-01-01T00:00:00.000Z'
const NOBODY = '01900000-0000-7000-8000-000000000001'
/** A guide with four thousand enrollments. */
const FEW = '01900000-0000-7000-8000-000000000002'

/** Lists with filters that match few or very many of as many rows as there are contacts. */
const ASKED: Record<string, Record<string, object>> = {
  list_contacts: {
    plain: {},
    'a far page': { page: 19_000 },
    'changed ever': { updated_since: EVER },
    'changed ever, deletions too': { updated_since: EVER, include_deleted: true },
    'changed ever, a far page': { updated_since: EVER, page: 10_000 },
    'changed ever, in one guide': { updated_since: EVER, guide_id: NOBODY },
    'in another guide': { guide_id: NOBODY },
    'in a guide with few': { guide_id: FEW },
    'in a guide with few, changed ever': { guide_id: FEW, updated_since: EVER },
    'in a guide with few, of an organisation': { guide_id: FEW, organisation_id: NOBODY },
    'by status in a guide with few': { guide_id: FEW, enrollment_status: 'expired' },
    'by status in a guide with few, changed ever': { guide_id: FEW, enrollment_status: 'expired', updated_since: EVER },
    'nowhere, in any guide': { enrollment_status: 'none' },
    'not finished': { enrollment_status: 'unfinished' },
    'not in a guide that none is in': { enrollment_status: 'none', guide_id: NOBODY },
    'a name, in a guide': { query: 'xqzt', guide_id: NOBODY },
    'two letters, of an organisation': { query: 'xq', organisation_id: NOBODY },
    'two letters, changed ever': { query: 'xq', updated_since: EVER },
  },
  list_organisations: {
    plain: {},
    'a name that none has': { name: 'xqzt' },
    'changed ever': { updated_since: EVER },
  },
  list_enrollments: {
    plain: {},
    expired: { status: 'expired' },
    'changed ever': { updated_since: EVER },
    'changed ever, of a contact': { updated_since: EVER, contact_id: NOBODY },
    'standing still': { stalled_days: 7 },
    'standing still, by guide': { stalled: true },
  },
  list_emails: {
    plain: {},
    failed: { status: 'failed' },
    skipped: { status: 'skipped' },
    sent: { status: 'sent' },
    'of a rare kind': { kind: 'test' },
    'of a rare kind and status': { kind: 'test', status: 'sent' },
    'changed ever': { updated_since: EVER },
    'changed lately': { updated_since: LATELY },
  },
  list_audit_entries: {
    plain: {},
    'by nobody': { actor_id: 'nobody' },
    'of a rare action': { action: 'api_key' },
    'by nobody, of an action': { actor_id: 'nobody', action: 'api_key' },
    'before a time': { until: LATELY },
  },
  list_webhook_deliveries: {
    plain: {},
    failed: { status: 'failed' },
    pending: { status: 'pending' },
    'of a rare event': { event: 'guide.published' },
    'changed lately': { updated_since: LATELY },
  },
  list_events: {
    plain: {},
    'of a rare type': { event: 'guide.published' },
    'of nobody': { subject_id: NOBODY },
    'oldest first, of a rare type': { order: 'oldest', event: 'guide.published' },
  },
  list_imports: { plain: {} },
}

/** Duration of each page of a list on SQLite, where other requests wait for it: the worst of three. */
export async function measureLists(databases: Databases, size: number): Promise<void> {
  const prepared = databases.copy(await databases.prepare(size))
  const endpoint = fillLogs(prepared)
  const handrail = await createHandrail({ database: prepared.database, secret: SECRET, upkeep: false })
  const { context } = await handrail.asSystem(prepared.workspace_id)
  const rows = []
  for (const [name, queries] of Object.entries(ASKED)) {
    const operation = OPERATIONS.find((one) => one.name === name)
    if (!operation) throw new Error(`There is no operation ${name}`)
    for (const [what, query] of Object.entries(queries)) {
      const given = name === 'list_webhook_deliveries' ? { id: endpoint, ...query } : query
      const paged = 'page' in query ? [given] : [given, { ...given, ...('order' in query ? {} : { cursor: '' }) }]
      const worst: number[] = []
      for (const input of paged) {
        const times: number[] = []
        for (let round = 0; round <= ROUNDS; round++) {
          const began = performance.now()
          await invoke(operation, context, input)
          // The first round includes the compilation of statements.
          if (round > 0) times.push(performance.now() - began)
        }
        worst.push(Math.max(...times))
      }
      rows.push({ list: name, asked: what, 'by number': worst[0], 'by cursor': worst[1] })
    }
  }
  print(`Lists of ${size} rows: the longest of ${ROUNDS}, in milliseconds`, rows)
  await handrail.close()
}

/** Creates as many mails, entries, events and deliveries as contacts; queries search for the oldest of each. @returns an endpoint */
function fillLogs({ database, workspace_id }: Prepared): string {
  const sqlite = new Sqlite(database)
  sqlite.pragma('synchronous = OFF')
  sqlite.pragma('cache_size = -400000')
  sqlite.exec(`
    -- Those of the seed cannot be opened, and lists show the links.
    update enrollments set sealed_token = null;
    insert into enrollments (workspace_id, id, contact_id, guide_id, guide_version_id, status, progress_percentage, token_hash, metadata,
      created_at, updated_at)
    select c.workspace_id, c.id, c.id, '${FEW}', v.id, 'expired', 0, 'few ' || c.seq, '{}', c.created_at, c.updated_at
    from contacts c, (select id from guide_versions limit 1) v where c.seq <= 4000;
    insert into emails (workspace_id, id, kind, status, recipient, recipient_name, subject, contact_id, attempts, created_at, updated_at)
    select workspace_id, id, case seq when 1 then 'test' else 'reminder' end, case seq when 1 then 'skipped' else 'sent' end,
      'c@example.com', 'C', 'Your next step', id, 1, created_at, updated_at from contacts;
    insert into audit_entries (id, workspace_id, actor_id, actor, door, action, details, created_at, updated_at)
    select id, workspace_id, 'crm-' || seq % 20, 'C', 'api', case seq when 1 then 'api_key.created' else 'member.changed' end,
      '{}', created_at, updated_at from contacts;
    insert into events (workspace_id, id, type, occurred_at, data)
    select workspace_id, 'evt_' || replace(id, '-', ''), case seq when 1 then 'guide.published' else 'contact.created' end,
      created_at, '{"id":"' || id || '"}' from contacts;
    insert into webhook_endpoints (workspace_id, id, url, events, description, status, sealed_secret, created_at, updated_at)
    select workspace_id, id, 'https://receiver.example.com/', '["*"]', '', 'enabled', '', created_at, updated_at from contacts
    limit 1;
    insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event, status, attempts, created_at, updated_at)
    select c.workspace_id, c.id, e.id, 'evt_' || replace(c.id, '-', ''),
      case c.seq when 1 then 'guide.published' else 'contact.created' end, 'succeeded', 1, c.created_at, c.updated_at
    from contacts c join webhook_endpoints e on e.workspace_id = c.workspace_id;
  `)
  const endpoint = sqlite
    .prepare<[string], { id: string }>('select id from webhook_endpoints where workspace_id = ?')
    .get(workspace_id)
  sqlite.close()
  return endpoint?.id ?? ''
}

import { operations } from '../../src/index.ts'
import { type Engine, type Instance, openInstance, publishedGuide } from '../instance.ts'
import { CROWD } from './lists.ts'

const { createWebhookEndpoint } = operations

/** More of each than a page examines; for named records, more than the limit of names. */
export const MANY = 20_000
const NAMED = 51_000

/** The SQL that differs between the engines. */
interface Words {
  uuid(text: string): string
  padded: string
  time: string
  json(text: string): string
}

const WORDS: Record<Engine, Words> = {
  sqlite: {
    uuid: (text) => text,
    padded: "printf('%011d', i)",
    time: "strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-02', '+' || i || ' seconds')",
    json: (text) => text,
  },
  postgres: {
    uuid: (text) => `cast(${text} as uuid)`,
    padded: "lpad(cast(i as text), 11, '0')",
    time: "timestamptz '2026-01-02 00:00:00Z' + i * interval '1 second'",
    json: (text) => `cast(${text} as json)`,
  },
}

interface Size {
  /** Number of organisations. */
  named?: number
  /** Number of further ones, without a domain, and of contacts without an enrollment. */
  without?: number
}

interface Known extends Required<Size> {
  endpoint: string
  version: string
}

/** An instance with a workspace full of rows that match all filters together. Their guide is published, and so is another. */
export async function openWithCrowd(engine: Engine, { named = NAMED, without = 0 }: Size = {}) {
  const instance = await openInstance(engine)
  const { acme, handrail } = instance
  const receiver = { url: 'https://receiver.example.com/', events: ['*' as const] }
  const { id: endpoint } = (await acme.invoke(createWebhookEndpoint, receiver)).data
  const { id: guide } = await publishedGuide(acme)
  const version = await handrail.database.write(async ({ db, tables: { guides: t } }) => {
    const [published] = await db.select().from(t)
    if (published) await db.insert(t).values({ ...published, id: CROWD })
    return published?.published_version_id ?? ''
  })
  await fillWithCrowd(engine, instance, { endpoint, version, named, without })
  return { instance, endpoint, guide }
}

/** Adds the rows, and updates the statistics of the engine. */
async function fillWithCrowd(
  engine: Engine,
  instance: Instance,
  { endpoint, version, named, without }: Known,
): Promise<void> {
  const { uuid, padded, time, json } = WORDS[engine]
  const workspace = uuid(`'${instance.acme.context.caller.workspace_id}'`)
  const crowd = uuid(`'${CROWD}'`)
  /** Ids of a kind, identified by one digit. */
  const id = (kind: number | 'a' | 'b') => uuid(`'01900000-0000-7000-8000-${kind}' || ${padded}`)
  const times = `${time} as created_at, ${time} as updated_at`
  const add = (table: string, columns: string, values: string, count = MANY, first = 1) => `
    insert into ${table} (workspace_id, ${columns}, created_at, updated_at)
    with recursive numbers (i) as (select ${first} union all select i + 1 from numbers where i < ${count})
    select ${workspace}, ${values}, ${times} from numbers`
  const contact = 'id, email, first_name, last_name, organisation_id, metadata, search_text, sort_name, is_enrolled'
  const enrolled = `id, contact_id, guide_id, guide_version_id, organisation_id, assignee_id, status, progress_percentage, token_hash,
    metadata, last_activity_at, started_at, link_requested_at, contact_sort_name, is_latest,
    has_plan, health, target_date, target_order`
  const target = `'2026-0' || (1 + i % 9) || '-' || (10 + i % 19)`
  const enrollment = (
    kind: number,
    who: string,
    status: string,
    isLatest = 'true',
  ) => `${id(kind)}, ${who}, ${crowd}, ${uuid(`'${version}'`)}, ${crowd},
    ${crowd}, '${status}', i % 100, 'crowd-${kind}-${status}-' || i, ${json("'{}'")}, ${time}, ${time}, ${time}, 'crowd ' || i, ${isLatest},
    true, 'late', ${target}, ${target}`
  const mail = 'id, kind, status, recipient, recipient_name, subject, enrollment_id, contact_id, attempts'
  const email = (kind: number, status: string) =>
    `${id(kind)}, 'reminder', '${status}', 'c@crowd.example', 'C', 'S', ${crowd}, ${crowd}, 1`
  const sent = 'id, endpoint_id, event_id, event, status, attempts'
  const delivery = (kind: number, status: string) =>
    `${id(kind)}, ${uuid(`'${endpoint}'`)}, 'evt_crowd_' || i, 'contact.created', '${status}', 1`
  const organisation = 'id, name, name_folded, sort_name, domain, metadata, contacts_count'
  const one = (of: string) => of.replaceAll(id(1), crowd).replaceAll(id(2), crowd).replaceAll(id(3), crowd)
  // In a shard that no writer uses.
  const counted = (resource: string, count: number, guide = '', status = '') =>
    `insert into counters values (${workspace}, '${resource}', '${guide}', '${status}', 1000, ${count})`
  // A quarter of the contacts has an organisation each, and a quarter none.
  const own = `case when i % 4 = 3 then null when i % 4 = 1 and i <= ${named} then ${id(1)} else ${crowd} end`
  const counts = { crowd: MANY - MANY / 4 - Math.ceil(Math.min(named, MANY) / 4) + 1 }
  const statements = [
    // Skips the check of foreign keys for each row.
    ...(engine === 'postgres' ? ['set local session_replication_role = replica'] : []),
    add(
      'organisations',
      organisation,
      `${id(1)}, 'Crowd ' || i, 'crowd ' || i, 'crowd ' || i, 'crowd.example', ${json("'{}'")}, case when i % 4 = 1 and i <= ${MANY} then 1 else 0 end`,
      named,
    ),
    one(add('organisations', organisation, `${id(1)}, 'One', 'one', 'one', null, ${json("'{}'")}, ${counts.crowd}`, 1)),
    ...(without > 0
      ? [
          add(
            'organisations',
            organisation,
            `${id('a')}, 'None ' || i, 'none', 'none', null, ${json("'{}'")}, 0`,
            without,
          ),
          add(
            'contacts',
            contact,
            `${id('b')}, 'b' || i || '@crowd.example', 'B', '', null, ${json("'{}'")}, 'never ' || i, 'never ' || i, false`,
            without,
          ),
        ]
      : []),
    add(
      'contacts',
      contact,
      `${id(2)}, 'c' || i || '@crowd.example', 'C', '', ${own}, ${json("'{}'")}, 'crowd ' || i, 'crowd ' || i, true`,
    ),
    one(
      add(
        'contacts',
        contact,
        `${id(2)}, 'one@crowd.example', 'C', '', ${crowd}, ${json("'{}'")}, 'one', 'one', true`,
        1,
      ),
    ),
    add('enrollments', enrolled, enrollment(3, id(2), 'in_progress')),
    // Amid the others in every order: a page with all mails of the crowd is none of a list.
    one(add('enrollments', enrolled, enrollment(3, crowd, 'expired', 'false'), 5555, 5555)),
    add('enrollments', enrolled, enrollment(4, crowd, 'expired', `i = ${MANY}`)),
    add(
      'enrollment_steps',
      'enrollment_id, step_id, is_team, assignee_id, assignee_is_manual, due_on, due_is_manual, is_open',
      `${id(3)}, ${crowd}, true, ${crowd}, false, case when i % 2 = 1 then '2026-0' || (1 + i % 9) || '-01' end, false, true`,
    ),
    add('emails', mail, email(5, 'sent')),
    add('emails', mail, email(6, 'failed')),
    add(
      'audit_entries',
      'id, actor_id, actor, door, action, details',
      `${id(7)}, '${CROWD}', 'C', 'api', 'member.changed', ${json("'{}'")}`,
    ),
    add('webhook_deliveries', sent, delivery(8, 'succeeded')),
    add('webhook_deliveries', sent, delivery(9, 'failed')),
    `insert into events (workspace_id, id, type, occurred_at, data)
     select workspace_id, event_id, event, created_at, '{}' from webhook_deliveries where status = 'succeeded'`,
    `insert into metadata_keys (workspace_id, key, id, created_at, ready_at) select ${workspace}, 'tier', ${crowd}, ${time}, ${time} from (select 1 as i) one`,
    ...['contacts', 'organisations', 'enrollments'].map(
      (name) => `insert into metadata_values (workspace_id, key, resource, value, created_at, record_id)
        select workspace_id, 'tier', '${name}', 'crowd', created_at, id from ${name} where workspace_id = ${workspace}`,
    ),
    counted('contacts', MANY + 1 + without),
    counted('organisations', named + without + 1),
    counted('enrollments', MANY, CROWD, 'in_progress'),
    counted('enrollments', MANY + 1, CROWD, 'expired'),
    ...(engine === 'postgres' ? ['analyze'] : []),
  ]
  await instance.handrail.database.write(async ({ connection }) => {
    for (const statement of statements) await connection.run(statement, [])
  })
}

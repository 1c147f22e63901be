// Every table in one place, over 150 lines on purpose: this is the whole schema, read from top to bottom.
import { sql } from 'drizzle-orm'
import type { Columns } from './columns.ts'

/** A section of a guide version, as stored: one JSON document, immutable once published. */
export interface StoredSection {
  id: string
  title: string
  description: string
  steps: StoredStep[]
}

export interface StoredStep {
  id: string
  title: string
  type: string
  content: unknown
}

/** A JSON Web Key Set (RFC 7517 section 5): the public keys of a client. */
export interface StoredKeys {
  keys: Record<string, unknown>[]
}

/** An authorization request that was found to be valid. */
export interface StoredAuthorizationRequest {
  redirect_uri: string
  scopes: string[]
  resource: string
  state: string | null
  code_challenge: string | null
}

/** The schema of both engines. Every key and index starts with the workspace, so that a database can be split by it. */
export function defineTables(column: Columns) {
  const {
    table,
    id,
    text,
    integer,
    real,
    time,
    bytes,
    json,
    sequence,
    index,
    uniqueIndex,
    unique,
    primaryKey,
    foreignKey,
  } = column
  const timestamps = { created_at: () => time().notNull(), updated_at: () => time().notNull() }
  const created = () => ({ created_at: timestamps.created_at(), updated_at: timestamps.updated_at() })
  const metadata = () => json<Record<string, unknown>>().notNull()

  const workspaces = table('workspaces', {
    id: id().primaryKey(),
    name: text().notNull(),
    plan: text().notNull(),
    ...created(),
  })

  const users = table(
    'users',
    {
      id: id().primaryKey(),
      email: text().notNull(),
      name: text().notNull(),
      /** Of argon2id; null until the person has chosen a password. */
      password_hash: text(),
      /** There from the moment that a second factor is offered, in force from `second_factor_since`. */
      sealed_totp_secret: text(),
      second_factor_since: time(),
      /** The step of the last code that was taken: it and those before it are spent (RFC 6238 section 5.2). */
      totp_step: integer(),
      ...created(),
    },
    (t) => [uniqueIndex('users_email_unique').on(t.email)],
  )

  const memberships = table(
    'memberships',
    {
      workspace_id: id().notNull(),
      user_id: id().notNull(),
      role: text().notNull(),
      ...created(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.user_id] }),
      foreignKey({ columns: [t.workspace_id], foreignColumns: [workspaces.id] }),
      foreignKey({ columns: [t.user_id], foreignColumns: [users.id] }),
      index('memberships_user').on(t.user_id),
      uniqueIndex('memberships_workspace_id_unique').on(t.workspace_id).where(sql`${t.role} = 'owner'`),
    ],
  )

  const invitations = table(
    'invitations',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      email: text().notNull(),
      role: text().notNull(),
      message: text().notNull(),
      token_hash: text().notNull(),
      invited_by: text().notNull(),
      expires_at: time().notNull(),
      ...created(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({ columns: [t.workspace_id], foreignColumns: [workspaces.id] }),
      uniqueIndex('invitations_email_unique').on(t.workspace_id, t.email),
      uniqueIndex('invitations_token_hash_unique').on(t.token_hash),
    ],
  )

  const sessions = table(
    'sessions',
    {
      id: id().primaryKey(),
      user_id: id().notNull(),
      token_hash: text().notNull(),
      device: text().notNull(),
      last_used_at: time().notNull(),
      expires_at: time().notNull(),
      created_at: time().notNull(),
    },
    (t) => [
      foreignKey({ columns: [t.user_id], foreignColumns: [users.id] }).onDelete('cascade'),
      uniqueIndex('sessions_token_hash_unique').on(t.token_hash),
      index('sessions_user').on(t.user_id),
      index('sessions_expiring').on(t.expires_at),
    ],
  )

  /** Leave to do one thing once: to set the instance up, to choose a password, to finish a sign-in. */
  const tickets = table(
    'tickets',
    {
      token_hash: text().primaryKey(),
      purpose: text().notNull(),
      user_id: id(),
      expires_at: time().notNull(),
      created_at: time().notNull(),
    },
    (t) => [
      foreignKey({ columns: [t.user_id], foreignColumns: [users.id] }).onDelete('cascade'),
      index('tickets_user').on(t.user_id),
      index('tickets_expiring').on(t.expires_at),
    ],
  )

  const recovery_codes = table('recovery_codes', { user_id: id().notNull(), code_hash: text().notNull() }, (t) => [
    primaryKey({ columns: [t.user_id, t.code_hash] }),
    foreignKey({ columns: [t.user_id], foreignColumns: [users.id] }).onDelete('cascade'),
  ])

  /** Who did what, and through which door. Entries about a person and no workspace have none. */
  const audit_entries = table(
    'audit_entries',
    {
      id: id().primaryKey(),
      workspace_id: id(),
      actor_id: text().notNull(),
      actor: text().notNull(),
      door: text().notNull(),
      action: text().notNull(),
      subject_id: text(),
      details: json<Record<string, string>>().notNull(),
      ...created(),
    },
    (t) => [index('audit_entries_newest').on(t.workspace_id, t.created_at, t.id)],
  )

  const api_keys = table(
    'api_keys',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      name: text().notNull(),
      scopes: json<string[]>().notNull(),
      token_hash: text().notNull(),
      hint: text().notNull(),
      last_used_at: time(),
      revoked_at: time(),
      ...created(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({ columns: [t.workspace_id], foreignColumns: [workspaces.id] }),
      uniqueIndex('api_keys_token_hash_unique').on(t.token_hash),
    ],
  )

  /** Who may ask for tokens: applications of a workspace, dynamic registrations, and client id metadata documents. */
  const oauth_clients = table(
    'oauth_clients',
    {
      /** The `client_id`; of a document its address. */
      id: text().primaryKey(),
      /** Of applications alone. */
      workspace_id: id(),
      kind: text().notNull(),
      name: text().notNull(),
      redirect_uris: json<string[]>().notNull(),
      scopes: json<string[]>().notNull(),
      auth_method: text().notNull(),
      jwks: json<StoredKeys>(),
      /** The network that registered it. */
      source: text(),
      /** Until when a document need not be fetched again. */
      fresh_until: time(),
      /** When a person last gave it leave, or it last got tokens, to the day; what nobody uses vanishes. */
      used_at: time(),
      ...created(),
    },
    (t) => [
      foreignKey({ columns: [t.workspace_id], foreignColumns: [workspaces.id] }).onDelete('cascade'),
      index('oauth_clients_newest').on(t.workspace_id, t.created_at, t.id),
      index('oauth_clients_idle').on(t.used_at).where(sql`${t.workspace_id} is null`),
      index('oauth_clients_unused').on(t.created_at).where(sql`${t.used_at} is null and ${t.workspace_id} is null`),
    ],
  )

  const oauth_client_secrets = table(
    'oauth_client_secrets',
    { client_id: text().notNull(), secret_hash: text().notNull(), created_at: time().notNull() },
    (t) => [
      primaryKey({ columns: [t.client_id, t.secret_hash] }),
      foreignKey({ columns: [t.client_id], foreignColumns: [oauth_clients.id] }).onDelete('cascade'),
    ],
  )

  /** Assertions by which clients have proved who they are: each is good for one request (RFC 7523 section 3). */
  const oauth_assertions = table(
    'oauth_assertions',
    { assertion_hash: text().primaryKey(), expires_at: time().notNull() },
    (t) => [index('oauth_assertions_expiring').on(t.expires_at)],
  )

  /** What a person is being asked to agree to. */
  const oauth_consents = table(
    'oauth_consents',
    {
      ticket_hash: text().primaryKey(),
      user_id: id().notNull(),
      client_id: text().notNull(),
      request: json<StoredAuthorizationRequest>().notNull(),
      expires_at: time().notNull(),
    },
    (t) => [
      foreignKey({ columns: [t.user_id], foreignColumns: [users.id] }).onDelete('cascade'),
      foreignKey({ columns: [t.client_id], foreignColumns: [oauth_clients.id] }).onDelete('cascade'),
      index('oauth_consents_expiring').on(t.expires_at),
    ],
  )

  const oauth_codes = table(
    'oauth_codes',
    {
      code_hash: text().primaryKey(),
      workspace_id: id().notNull(),
      user_id: id().notNull(),
      client_id: text().notNull(),
      /** The grant that its redemption makes. */
      grant_id: id().notNull(),
      scopes: json<string[]>().notNull(),
      resource: text().notNull(),
      redirect_uri: text().notNull(),
      code_challenge: text(),
      expires_at: time().notNull(),
      consumed_at: time(),
      created_at: time().notNull(),
    },
    (t) => [
      foreignKey({
        columns: [t.workspace_id, t.user_id],
        foreignColumns: [memberships.workspace_id, memberships.user_id],
      }).onDelete('cascade'),
      foreignKey({ columns: [t.client_id], foreignColumns: [oauth_clients.id] }).onDelete('cascade'),
      index('oauth_codes_expiring').on(t.expires_at),
    ],
  )

  /** One consent of one person for one workspace. It goes with the membership and with the client. */
  const oauth_grants = table(
    'oauth_grants',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      user_id: id().notNull(),
      client_id: text().notNull(),
      scopes: json<string[]>().notNull(),
      /** The audience (RFC 8707): the address of the instance, or that of its MCP endpoint. */
      resource: text().notNull(),
      last_used_at: time(),
      revoked_at: time(),
      revoked_reason: text(),
      ...created(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({
        columns: [t.workspace_id, t.user_id],
        foreignColumns: [memberships.workspace_id, memberships.user_id],
      }).onDelete('cascade'),
      foreignKey({ columns: [t.client_id], foreignColumns: [oauth_clients.id] }).onDelete('cascade'),
      index('oauth_grants_newest').on(t.workspace_id, t.created_at, t.id),
      index('oauth_grants_user').on(t.workspace_id, t.user_id, t.created_at, t.id),
      index('oauth_grants_client').on(t.client_id),
    ],
  )

  const oauth_access_tokens = table(
    'oauth_access_tokens',
    {
      token_hash: text().primaryKey(),
      workspace_id: id().notNull(),
      grant_id: id().notNull(),
      scopes: json<string[]>().notNull(),
      resource: text().notNull(),
      expires_at: time().notNull(),
      created_at: time().notNull(),
    },
    (t) => [
      foreignKey({
        columns: [t.workspace_id, t.grant_id],
        foreignColumns: [oauth_grants.workspace_id, oauth_grants.id],
      }).onDelete('cascade'),
      index('oauth_access_tokens_grant').on(t.workspace_id, t.grant_id),
      index('oauth_access_tokens_expiring').on(t.expires_at),
    ],
  )

  const oauth_refresh_tokens = table(
    'oauth_refresh_tokens',
    {
      token_hash: text().primaryKey(),
      workspace_id: id().notNull(),
      grant_id: id().notNull(),
      expires_at: time().notNull(),
      consumed_at: time(),
      /** What was answered when it was consumed, under a key that only the token itself gives. */
      sealed_answer: text(),
      created_at: time().notNull(),
    },
    (t) => [
      foreignKey({
        columns: [t.workspace_id, t.grant_id],
        foreignColumns: [oauth_grants.workspace_id, oauth_grants.id],
      }).onDelete('cascade'),
      index('oauth_refresh_tokens_grant').on(t.workspace_id, t.grant_id),
      index('oauth_refresh_tokens_expiring').on(t.expires_at),
    ],
  )

  const organisations = table(
    'organisations',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      name: text().notNull(),
      name_folded: text().notNull(),
      domain: text(),
      metadata: metadata(),
      contacts_count: integer().notNull(),
      ...created(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('organisations_newest').on(t.workspace_id, t.created_at, t.id, t.name_folded),
      index('organisations_domain').on(t.workspace_id, t.domain, t.created_at, t.id),
      index('organisations_updated').on(t.workspace_id, t.updated_at),
    ],
  )

  const contacts = table(
    'contacts',
    {
      seq: sequence(),
      workspace_id: id().notNull(),
      id: id().notNull(),
      email: text().notNull(),
      first_name: text().notNull(),
      last_name: text().notNull(),
      external_id: text(),
      organisation_id: id(),
      metadata: metadata(),
      search_text: text().notNull(),
      deleted_at: time(),
      ...created(),
    },
    (t) => {
      const live = sql`${t.deleted_at} is null`
      return [
        unique('contacts_id_unique').on(t.workspace_id, t.id),
        foreignKey({
          columns: [t.workspace_id, t.organisation_id],
          foreignColumns: [organisations.workspace_id, organisations.id],
        }),
        uniqueIndex('contacts_email_unique').on(t.workspace_id, t.email).where(live),
        uniqueIndex('contacts_external_id_unique')
          .on(t.workspace_id, t.external_id)
          .where(sql`${t.deleted_at} is null and ${t.external_id} is not null`),
        index('contacts_newest').on(t.workspace_id, t.created_at, t.id).where(live),
        // Deleted contacts too: they still refer to their organisation when it is deleted.
        index('contacts_organisation')
          .on(t.workspace_id, t.organisation_id, t.created_at, t.id, t.deleted_at)
          .where(sql`${t.organisation_id} is not null`),
        index('contacts_updated').on(t.workspace_id, t.updated_at).where(live),
      ]
    },
  )

  const guides = table(
    'guides',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      status: text().notNull(),
      /** These four are those of the published version; before there is one, of the draft. */
      title: text().notNull(),
      description: text().notNull(),
      sections_count: integer().notNull(),
      steps_count: integer().notNull(),
      published_version_id: id(),
      draft_version_id: id(),
      expires_after_days: integer(),
      published_at: time(),
      ...created(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('guides_newest').on(t.workspace_id, t.status, t.created_at, t.id),
    ],
  )

  const guide_versions = table(
    'guide_versions',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      guide_id: id().notNull(),
      title: text().notNull(),
      description: text().notNull(),
      sections: json<StoredSection[]>().notNull(),
      published_at: time(),
      ...created(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({ columns: [t.workspace_id, t.guide_id], foreignColumns: [guides.workspace_id, guides.id] }),
    ],
  )

  const enrollments = table(
    'enrollments',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      contact_id: id().notNull(),
      guide_id: id().notNull(),
      guide_version_id: id().notNull(),
      organisation_id: id(),
      status: text().notNull(),
      progress_percentage: real().notNull(),
      access_token: text().notNull(),
      started_at: time(),
      completed_at: time(),
      expires_at: time(),
      ces_score: integer(),
      ces_comment: text(),
      metadata: metadata(),
      ...created(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({ columns: [t.workspace_id, t.contact_id], foreignColumns: [contacts.workspace_id, contacts.id] }),
      foreignKey({
        columns: [t.workspace_id, t.guide_version_id],
        foreignColumns: [guide_versions.workspace_id, guide_versions.id],
      }),
      uniqueIndex('enrollments_access_token_unique').on(t.access_token),
      uniqueIndex('enrollments_guide_id_unique')
        .on(t.workspace_id, t.contact_id, t.guide_id)
        .where(sql`${t.status} in ('invited', 'in_progress')`),
      index('enrollments_newest').on(t.workspace_id, t.created_at, t.id),
      index('enrollments_contact').on(t.workspace_id, t.contact_id, t.created_at, t.id),
      index('enrollments_guide').on(t.workspace_id, t.guide_id, t.created_at, t.id),
      index('enrollments_organisation')
        .on(t.workspace_id, t.organisation_id, t.created_at, t.id)
        .where(sql`${t.organisation_id} is not null`),
      index('enrollments_status').on(t.workspace_id, t.status, t.created_at, t.id),
      index('enrollments_updated').on(t.workspace_id, t.updated_at),
      index('enrollments_expiring').on(t.expires_at).where(sql`${t.status} in ('invited', 'in_progress')`),
    ],
  )

  const step_completions = table(
    'step_completions',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      step_id: id().notNull(),
      completed_at: time().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.enrollment_id, t.step_id] }),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
    ],
  )

  const form_submissions = table(
    'form_submissions',
    {
      workspace_id: id().notNull(),
      enrollment_id: id().notNull(),
      step_id: id().notNull(),
      answers: json<Record<string, unknown>>().notNull(),
      ...created(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.enrollment_id, t.step_id] }),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
    ],
  )

  /** What contacts upload, in the database: every process and every backup has it. */
  const files = table(
    'files',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      enrollment_id: id().notNull(),
      step_id: id().notNull(),
      name: text().notNull(),
      media_type: text().notNull(),
      bytes: integer().notNull(),
      content: bytes().notNull(),
      ...created(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      index('files_enrollment').on(t.workspace_id, t.enrollment_id, t.created_at, t.id),
      foreignKey({
        columns: [t.workspace_id, t.enrollment_id],
        foreignColumns: [enrollments.workspace_id, enrollments.id],
      }).onDelete('cascade'),
    ],
  )

  /** How many records there are, kept in the transaction that changes it: counting a million rows takes 0.2 s. */
  const counters = table(
    'counters',
    {
      workspace_id: id().notNull(),
      resource: text().notNull(),
      guide_id: text().notNull(),
      status: text().notNull(),
      /** Always 0 on SQLite; on PostgreSQL writers spread over several rows instead of queueing for one. */
      shard: integer().notNull(),
      value: integer().notNull(),
    },
    (t) => [primaryKey({ columns: [t.workspace_id, t.resource, t.guide_id, t.status, t.shard] })],
  )

  const events = table(
    'events',
    {
      workspace_id: id().notNull(),
      id: text().notNull(),
      type: text().notNull(),
      occurred_at: time().notNull(),
      /** The bytes of `data`, fixed when the event happened. */
      data: text().notNull(),
    },
    (t) => [primaryKey({ columns: [t.workspace_id, t.id] }), index('events_occurred').on(t.occurred_at)],
  )

  const webhook_endpoints = table(
    'webhook_endpoints',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      url: text().notNull(),
      events: json<string[]>().notNull(),
      description: text().notNull(),
      status: text().notNull(),
      disabled_reason: text(),
      sealed_secret: text().notNull(),
      /** The secret before, with which deliveries are signed too until a time. */
      former_sealed_secret: text(),
      former_secret_until: time(),
      failing_since: time(),
      consecutive_failures: integer().notNull().default(0),
      /** While the breaker is open: when the next probe may be sent, and how long it waited for this one. */
      open_until: time(),
      probe_seconds: integer().notNull().default(0),
      /** How many deliveries may be under way at once; grows again after a failure. */
      concurrency: integer().notNull().default(8),
      ...created(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      uniqueIndex('webhook_endpoints_id_unique').on(t.id),
      index('webhook_endpoints_newest').on(t.workspace_id, t.created_at, t.id),
    ],
  )

  const webhook_deliveries = table(
    'webhook_deliveries',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      endpoint_id: id().notNull(),
      event_id: text().notNull(),
      event: text().notNull(),
      status: text().notNull(),
      attempts: integer().notNull(),
      response_status: integer(),
      response_body: text(),
      error: text(),
      duration_ms: integer(),
      ...created(),
      next_attempt_at: time(),
      delivered_at: time(),
      /** While an attempt is under way: when it is given up for lost. */
      lease_until: time(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({
        columns: [t.workspace_id, t.endpoint_id],
        foreignColumns: [webhook_endpoints.workspace_id, webhook_endpoints.id],
      }).onDelete('cascade'),
      index('webhook_deliveries_newest').on(t.workspace_id, t.endpoint_id, t.created_at, t.id),
      index('webhook_deliveries_due')
        .on(t.endpoint_id, t.next_attempt_at, t.id)
        .where(sql`${t.status} = 'pending' and ${t.lease_until} is null`),
      index('webhook_deliveries_under_way').on(t.endpoint_id, t.lease_until).where(sql`${t.lease_until} is not null`),
      index('webhook_deliveries_of_event').on(t.workspace_id, t.event_id, t.endpoint_id),
      index('webhook_deliveries_created').on(t.created_at),
    ],
  )

  /** Deliveries to be made up for: a job that survives a restart. */
  const webhook_recoveries = table(
    'webhook_recoveries',
    {
      workspace_id: id().notNull(),
      id: id().notNull(),
      endpoint_id: id().notNull(),
      since: time().notNull(),
      until: time().notNull(),
      /** The last event that was looked at. */
      after_event_id: text().notNull(),
      status: text().notNull(),
      recovered: integer().notNull(),
      ...created(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.id] }),
      foreignKey({
        columns: [t.workspace_id, t.endpoint_id],
        foreignColumns: [webhook_endpoints.workspace_id, webhook_endpoints.id],
      }).onDelete('cascade'),
      index('webhook_recoveries_running').on(t.created_at).where(sql`${t.status} = 'running'`),
    ],
  )

  const idempotency_keys = table(
    'idempotency_keys',
    {
      workspace_id: id().notNull(),
      credential_id: text().notNull(),
      key: text().notNull(),
      fingerprint: text().notNull(),
      sealed_answer: text(),
      created_at: time().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.credential_id, t.key] }),
      index('idempotency_keys_created').on(t.created_at),
    ],
  )

  /** Requests counted by credential and window, where several processes share the count (PostgreSQL). */
  const rate_windows = table(
    'rate_windows',
    {
      credential_id: text().notNull(),
      seconds: integer().notNull(),
      starts_at: integer().notNull(),
      used: integer().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.credential_id, t.seconds, t.starts_at] }),
      index('rate_windows_start').on(t.starts_at),
    ],
  )

  /** Periodic work is done by whoever holds its lease. */
  const leases = table('leases', { name: text().primaryKey(), holder: text().notNull(), expires_at: time().notNull() })

  return {
    workspaces,
    users,
    memberships,
    invitations,
    sessions,
    tickets,
    recovery_codes,
    audit_entries,
    api_keys,
    oauth_clients,
    oauth_client_secrets,
    oauth_assertions,
    oauth_consents,
    oauth_codes,
    oauth_grants,
    oauth_access_tokens,
    oauth_refresh_tokens,
    organisations,
    contacts,
    guides,
    guide_versions,
    enrollments,
    step_completions,
    form_submissions,
    files,
    counters,
    events,
    webhook_endpoints,
    webhook_deliveries,
    webhook_recoveries,
    idempotency_keys,
    rate_windows,
    leases,
  }
}

export type Tables = ReturnType<typeof defineTables>

import { and, eq, gt } from 'drizzle-orm'
import { rightsOf } from '../../access/rights.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { noticeSecurity } from '../../emails/templates/security-notice.ts'
import { AppError } from '../../errors.ts'
import { Id } from '../../fields/fields.ts'
import { newId, newSecret } from '../../ids.ts'
import { findRole } from '../../people/members/store.ts'
import { hashToken } from '../../secret/seal.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { StoredAuthorizationRequest } from '../../storage/tables/oauth-grants.ts'
import { later, SECOND_MS } from '../../times.ts'
import { NO_PLAN, requireEntitlement } from '../../workspaces/plans.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import type { Client } from '../clients/client.ts'
import { findStoredClient, markUsed } from '../clients/store.ts'
import type { AuthorizationRequest } from './authorization-request.ts'

const CODE_SECONDS = 600
const CONSENT_SECONDS = 1800

/** @returns a ticket with which only this person can answer this request, once */
export async function requestConsent(
  { store, now }: Context,
  asked: { user_id: string; client_id: string; request: AuthorizationRequest },
): Promise<string> {
  const ticket = newSecret()
  const expires_at = later(now(), CONSENT_SECONDS * SECOND_MS)
  await store.write((tx) =>
    tx.db.insert(tx.tables.oauth_consents).values({ ...asked, ticket_hash: hashToken(ticket), expires_at }),
  )
  return ticket
}

/** Consumes a ticket. @throws AppError `forbidden` if it belongs to another person, was used, or has expired */
async function consumeConsent(tx: Tx, { now }: Context, ticket: string, user_id: string) {
  const { oauth_consents: consents } = tx.tables
  const [taken] = await tx.db
    .delete(consents)
    .where(ofPerson(tx, { ticket, user_id, at: now() }))
    .returning({ client_id: consents.client_id, request: consents.request })
  if (taken) return taken
  throw staleTicket()
}

/** The request of a ticket. @throws AppError `forbidden` */
export async function pendingConsent(
  { store, now }: Context,
  { ticket, user_id }: { ticket: string; user_id: string },
): Promise<{ client: Client; request: AuthorizationRequest }> {
  const pending = await store.read(async (reader) => {
    const { oauth_consents: consents } = reader.tables
    const [found] = await reader.db
      .select()
      .from(consents)
      .where(ofPerson(reader, { ticket, user_id, at: now() }))
    const client = found && (await findStoredClient(reader, found.client_id))
    // Only results of `authorizationRequest` are written.
    return client && { client, request: found.request as AuthorizationRequest }
  })
  if (pending) return pending
  throw staleTicket()
}

function ofPerson(reader: Reader, { ticket, user_id, at }: { ticket: string; user_id: string; at: string }) {
  const { oauth_consents: consents } = reader.tables
  return and(eq(consents.ticket_hash, hashToken(ticket)), eq(consents.user_id, user_id), gt(consents.expires_at, at))
}

function staleTicket(): AppError {
  return new AppError('forbidden', 'This request was already answered or has expired. Start again in the application', {
    reason: 'consent_over',
  })
}

/** The error for the client after a denial. @throws AppError `forbidden` */
export async function denyConsent(
  context: Context,
  { ticket, user_id }: { ticket: string; user_id: string },
): Promise<StoredAuthorizationRequest> {
  return (await context.store.write((tx) => consumeConsent(tx, context, ticket, user_id))).request
}

export interface Consent {
  ticket: string
  user_id: string
  workspace_id: string
  /** The scopes that the person selected. */
  scopes: readonly string[]
  readOnly: boolean
}

export interface Consented {
  request: StoredAuthorizationRequest
  code: string
}

/**
 * Issues a code for the consent of a person: for scopes that were requested, selected, and allowed by the role.
 * @throws AppError `forbidden`; the ticket stays valid then
 */
export async function grantConsent(context: Context, consent: Consent): Promise<Consented> {
  const { user_id, workspace_id } = consent
  return context.store.write(async (tx) => {
    const { client_id, request } = await consumeConsent(tx, context, consent.ticket, user_id)
    const rights = await rightsIn(tx, context, workspace_id, user_id)
    const scopes = request.scopes.filter(
      (scope) =>
        consent.scopes.includes(scope) &&
        (rights as ReadonlySet<string>).has(scope) &&
        (!consent.readOnly || scope.endsWith(':read')),
    )
    if (scopes.length === 0)
      throw new AppError('forbidden', 'Choose at least one permission that your role in this workspace includes', {
        reason: 'consent_without_permission',
      })
    const at = context.now()
    const code = newSecret('hr_ac_')
    const { resource, redirect_uri, code_challenge } = request
    await tx.db.insert(tx.tables.oauth_codes).values({
      ...{ workspace_id, user_id, client_id, scopes, resource, redirect_uri, code_challenge },
      code_hash: hashToken(code),
      grant_id: newId(),
      expires_at: later(at, CODE_SECONDS * SECOND_MS),
      consumed_at: null,
      created_at: at,
    })
    const client = await findStoredClient(tx, client_id)
    if (client) await markUsed(tx, client, at)
    const application = client?.name ?? client_id
    await recordAudit(tx, context, { action: 'application.connected', workspace_id, details: { application } })
    const { name: workspace = '' } = (await findWorkspace(tx, workspace_id)) ?? {}
    await noticeSecurity(tx, context, user_id, { type: 'connected', application, workspace })
    return { request, code }
  })
}

/** @throws AppError `forbidden` */
async function rightsIn(tx: Tx, { settings: { plans } }: Context, workspace_id: string, user_id: string) {
  const id = Id.safeParse(workspace_id).data
  const role = id && (await findRole(tx, id, user_id))
  const workspace = id && (await findWorkspace(tx, id))
  if (role === undefined || !workspace)
    throw new AppError('forbidden', 'You are not a member of this workspace', { reason: 'no_member' })
  requireEntitlement(plans[workspace.plan] ?? NO_PLAN, 'api-access')
  return rightsOf(role)
}

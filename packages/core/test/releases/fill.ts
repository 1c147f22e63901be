import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pngOf } from '../../../../test/png.ts'
import { type Bound, type Handrail, operations } from '../../src/index.ts'

const {
  askQuestion,
  beginUpload,
  completeOwnStep,
  continueUpload,
  createApiKey,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  createUser,
  createWebhookEndpoint,
  createWorkspace,
  deleteContact,
  openOwnGuide,
  publishGuide,
  readOwnGuide,
  recoverWebhookEndpoint,
  rotateWebhookSecret,
  submitForm,
  submitScore,
  uploadFile,
  uploadMedia,
} = operations

const PASSWORD = 'correct horse battery'

/** Adds a few rows to every table: by operations, or directly if those take many steps. */
export async function fill(handrail: Handrail): Promise<void> {
  const operator = await handrail.asSystem()
  const owner = { email: 'ada@example.com', name: 'Ada', password: PASSWORD }
  const { data: workspace } = await operator.invoke(createWorkspace, { name: 'Engines', owner })
  const bound = await handrail.asSystem(workspace.id)
  await bound.invoke(createApiKey, { name: 'CRM', scopes: ['contacts:read', 'contacts:write'] })
  const { data: user } = await bound.invoke(createUser, { email: 'grace@example.com', name: 'Grace', role: 'admin' })
  const url = 'https://receiver.example.com/hook'
  const { data: endpoint } = await bound.invoke(createWebhookEndpoint, { url, events: ['*'] })
  await bound.invoke(rotateWebhookSecret, { id: endpoint.id })
  await enroll(handrail, bound)
  await bound.invoke(recoverWebhookEndpoint, { id: endpoint.id, since: '2026-01-01T00:00:00Z' })
  await rest(handrail, workspace.id, user.id)
}

async function enroll(handrail: Handrail, bound: Bound): Promise<void> {
  const form = { fields: [{ name: 'size', label: 'Size', kind: 'number' as const, required: true }] }
  const steps = [
    { title: 'Tell us', type: 'form' as const, content: form },
    { title: 'Send it', type: 'file_upload' as const },
  ]
  const { data: guide } = await bound.invoke(createGuide, { title: 'Start', sections: [{ title: 'One', steps }] })
  await bound.invoke(publishGuide, { id: guide.id })
  const { data: organisation } = await bound.invoke(createOrganisation, { name: 'Harbour Bakery' })
  const metadata = { plan: 'pro', seats: 3 }
  const zoe = { email: 'zoe@example.com', first_name: 'Zoé', organisation_id: organisation.id, metadata }
  const { data: contact } = await bound.invoke(createContact, zoe)
  const { data: gone } = await bound.invoke(createContact, { email: 'gone@example.com', first_name: 'Gone' })
  await bound.invoke(deleteContact, { id: gone.id })
  const ids = { contact_id: contact.id, guide_id: guide.id }
  const { data: enrollment } = await bound.invoke(createEnrollment, ids)
  const follower = await handrail.asContact(enrollment.access_token)
  await follower.invoke(openOwnGuide, {})
  const { view } = (await follower.invoke(readOwnGuide, {})).data
  const [asked, wanted] = view?.guide.sections[0]?.steps ?? []
  await follower.invoke(submitForm, { step_id: asked?.id ?? '', answers: { size: 12 } })
  const file = { name: 'plan.txt', content: Readable.from([Buffer.from('A plan')]) }
  await follower.invoke(uploadFile, { step_id: wanted?.id ?? '', ...file })
  const half = { step_id: wanted?.id ?? '', id: randomUUID() }
  await follower.invoke(beginUpload, { ...half, name: 'half.txt', bytes: 12 })
  await follower.invoke(continueUpload, { ...half, offset: 0, content: Readable.from([Buffer.from('A half')]) })
  await follower.invoke(completeOwnStep, { step_id: wanted?.id ?? '' })
  await follower.invoke(askQuestion, { body: 'Is that all?' })
  await bound.invoke(uploadMedia, { name: 'dot.png', content: Readable.from([pngOf(1, 1)]) })
  await follower.invoke(submitScore, { score: 6, comment: 'Easy' })
}

/** Rows that require a browser, an application or the passage of time. */
async function rest({ database }: Handrail, workspace_id: string, user_id: string): Promise<void> {
  const at = new Date().toISOString()
  const times = { created_at: at, updated_at: at }
  const expires_at = new Date(Date.parse(at) + 86_400_000).toISOString()
  const client_id = 'a-client'
  const grant_id = randomUUID()
  const resource = 'http://localhost:3000'
  const redirect_uri = 'https://app.example/callback'
  const scopes = ['contacts:read']
  const granted = { workspace_id, user_id, client_id, scopes, resource }
  const request = { redirect_uri, scopes, resource, state: null, code_challenge: null }
  const client = { kind: 'application', name: 'Sync', redirect_uris: [redirect_uri], auth_method: 'none' }
  const invitation = { email: 'new@example.com', role: 'viewer', message: 'Hello', invited_by: 'Ada' }
  await database.write(async ({ db, tables: t }) => {
    await db
      .insert(t.invitations)
      .values({ workspace_id, id: randomUUID(), ...invitation, token_hash: 'i', expires_at, ...times })
    await db.insert(t.sessions).values({
      id: randomUUID(),
      user_id,
      token_hash: 's',
      device: 'Firefox',
      last_used_at: at,
      expires_at,
      created_at: at,
    })
    await db
      .insert(t.tickets)
      .values({ token_hash: 't', purpose: 'reset_password', user_id, expires_at, created_at: at })
    await db.insert(t.recovery_codes).values({ user_id, code_hash: 'r' })
    await db.insert(t.oauth_clients).values({ id: client_id, workspace_id, ...client, scopes, ...times })
    await db.insert(t.oauth_client_secrets).values({ client_id, secret_hash: 'h', created_at: at })
    await db.insert(t.oauth_assertions).values({ assertion_hash: 'a', expires_at })
    const own = { client_id, credential: 'h', scopes, resource, expires_at, created_at: at }
    await db.insert(t.oauth_application_tokens).values({ token_hash: 'z', ...own })
    await db.insert(t.oauth_consents).values({ ticket_hash: 'c', user_id, client_id, request, expires_at })
    await db
      .insert(t.oauth_codes)
      .values({ code_hash: 'k', ...granted, grant_id, redirect_uri, expires_at, created_at: at })
    await db.insert(t.oauth_grants).values({ ...granted, id: grant_id, ...times })
    const token = { workspace_id, grant_id, expires_at, created_at: at }
    await db.insert(t.oauth_access_tokens).values({ token_hash: 'x', ...token, scopes, resource })
    await db.insert(t.oauth_refresh_tokens).values({ token_hash: 'y', ...token })
    const key = { workspace_id, credential_id: 'crm', key: 'once', fingerprint: 'f' }
    await db.insert(t.idempotency_keys).values({ ...key, created_at: at })
    await db
      .insert(t.confirmations)
      .values({ workspace_id, token_hash: 'z', credential_id: 'crm', digest: 'd', expires_at })
    await db.insert(t.rate_windows).values({ credential_id: 'crm', seconds: 60, starts_at: 0, used: 1 })
    await db.insert(t.leases).values({ name: 'upkeep', holder: 'nobody', expires_at: at })
  })
}

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { waitingFor } from '../../../test/waiting.ts'
import { operations } from '../../index.ts'
import { hashToken, issueApplicationToken } from '../../internal.ts'
import { findKnownClient } from '../clients/find-client.ts'
import { forgetOldTokens } from '../forget.ts'

const { createApplication } = operations

describe.each(ENGINES)('tokens of an application that acts alone on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  async function newProgram() {
    const { data } = await instance.acme.invoke(createApplication, {
      name: 'Nightly sync',
      redirect_uris: [],
      scopes: ['contacts:read'],
      client_credentials_role: 'viewer',
    })
    const { context } = instance.acme
    const known = await findKnownClient(context, data.id)
    if (!known) throw new Error('The application was not stored')
    const client = { ...known, credential: hashToken(data.client_secret ?? '') }
    return { id: data.id, issue: () => issueApplicationToken(context, { client, scope: undefined, resource: [] }) }
  }

  test('are not issued by a request that waited for the permission to be taken away', async () => {
    const { id, issue } = await newProgram()
    let issued: Promise<unknown> | undefined
    await instance.handrail.database.write(async (tx) => {
      const { oauth_clients: clients } = tx.tables
      await tx.db.update(clients).set({ client_credentials_role: null }).where(eq(clients.id, id))
      issued = issue().catch((error) => error)
      // On SQLite, writers wait for each other in any case.
      if (engine === 'postgres') await expect.poll(() => waitingFor(tx)).toBe(1)
    })
    expect(await issued).toMatchObject({ name: 'OAuthError', code: 'unauthorized_client' })
  })

  test('are not issued for a secret that was removed since it was verified', async () => {
    const { id, issue } = await newProgram()
    await instance.handrail.database.write(async ({ db, tables: { oauth_client_secrets: secrets } }) =>
      db.delete(secrets).where(eq(secrets.client_id, id)),
    )
    await expect(issue()).rejects.toMatchObject({ name: 'OAuthError', code: 'invalid_client' })
  })

  test('are reported as expired for a day, and then forgotten', async () => {
    const { issue } = await newProgram()
    const { access_token } = await issue()
    const { handrail, clock } = instance
    const start = clock.now
    const after = async (hours: number) => {
      clock.now = new Date(start.getTime() + hours * 3_600_000)
      await forgetOldTokens(handrail.database, clock.now.toISOString())
      return handrail.authenticate(access_token).then(
        () => 'works',
        ({ code }) => code,
      )
    }
    expect(await after(1)).toBe('works')
    expect(await after(20)).toBe('token_expired')
    clock.now = new Date(start.getTime() + 27 * 3_600_000)
    await forgetOldTokens(handrail.database, clock.now.toISOString())
    const rows = await handrail.database.read(async ({ db, tables: { oauth_application_tokens: tokens } }) =>
      db
        .select()
        .from(tokens)
        .where(eq(tokens.token_hash, hashToken(access_token))),
    )
    clock.now = start
    expect(rows).toEqual([])
  })
})

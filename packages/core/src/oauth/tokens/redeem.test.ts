import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect, consentTo, newApplication, newMember, REDIRECT_URI } from '../../../test/connected.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { noteStatements } from '../../../test/plans/statements.ts'
import { newId } from '../../ids.ts'
import { type Client, redeemCode, refreshTokens } from '../../internal.ts'
import { insertGrant, replaceGrants } from './grants.ts'

const TABLES = /(?:from|into|update|join) "?(oauth_\w+)/gi

describe.each(ENGINES)('the exchange of a code on %s', (engine) => {
  let notes: ReturnType<typeof noteStatements>
  let instance: Instance
  let client: Client
  let user_id: string
  beforeAll(async () => {
    notes = noteStatements(engine, 'with changes')
    instance = await openInstance(engine)
    client = { ...(await newApplication(instance)).client, used_at: instance.clock.now.toISOString() }
    user_id = (await newMember(instance.acme)).id
  })
  afterAll(async () => {
    notes.stop()
    await instance.close()
  })

  const context = () => instance.acme.context
  const redeem = (code: string) =>
    redeemCode(context(), { client, code, redirect_uri: REDIRECT_URI, code_verifier: undefined, resource: [] })

  test('a grant that replaces none leaves all verified tokens verified, one that replaces another does not', async () => {
    const forgetting = vi.spyOn(context().tokens, 'forgetAfter')
    const first = await connect(instance, { client, user_id })
    expect(forgetting).not.toHaveBeenCalled()
    await instance.handrail.authenticate(first.access_token)
    const second = await connect(instance, { client, user_id })
    expect(forgetting).toHaveBeenCalledOnce()
    forgetting.mockRestore()
    await expect(instance.handrail.authenticate(first.access_token)).rejects.toMatchObject({ code: 'invalid_token' })
    await instance.handrail.authenticate(second.access_token)
  })

  test('an exchange needs one statement more than a refresh, for the grants that it replaces, and reads no row twice', async () => {
    const statementsOf = async <T>(work: () => Promise<T>) => {
      notes.take()
      const answer = await work()
      // On PostgreSQL, rows of several tables are written by one.
      const statements = notes.take().flatMap(({ sql }) => sql.split(/\bpart_\d+ as /))
      return {
        answer,
        statements: statements.flatMap((sql) => [...sql.matchAll(TABLES)].map(([, table]) => table).slice(0, 1)),
      }
    }
    const code = await consentTo(instance, { client, user_id })
    const exchange = await statementsOf(() => redeem(code))
    const { refresh_token } = exchange.answer
    const refresh = await statementsOf(() =>
      refreshTokens(context(), { client, refresh_token, scope: undefined, resource: [] }),
    )
    expect(exchange.statements).toEqual([
      'oauth_codes',
      'oauth_codes',
      'oauth_grants',
      'oauth_grants',
      'oauth_access_tokens',
      'oauth_refresh_tokens',
    ])
    expect(refresh.statements).toHaveLength(exchange.statements.length - 1)
  })

  test('the grants that it replaces are found by an index, however many the person had', async () => {
    const { workspace_id } = context().caller
    const created_at = context().now()
    const grant = {
      workspace_id,
      user_id,
      client_id: client.id,
      scopes: [],
      resource: 'https://app.example',
      created_at,
    }
    const plan = await instance.handrail.database.write(async (tx) => {
      const own = { ...grant, id: newId() }
      for (let number = 0; number < 500; number++) await insertGrant(tx, { ...grant, id: newId() })
      await replaceGrants(tx, own)
      if (engine === 'postgres') await tx.connection.run('analyze oauth_grants', [])
      notes.take()
      await replaceGrants(tx, own)
      const [replacing] = notes.take().filter(({ sql }) => /^update "oauth_grants"/i.test(sql))
      const explain = engine === 'postgres' ? 'explain' : 'explain query plan'
      return JSON.stringify(await tx.connection.rows(`${explain} ${replacing?.sql}`, replacing?.values ?? []))
    })
    expect(plan).toContain('oauth_grants_client_user')
    expect(plan).toMatch(/client_id.*workspace_id.*user_id.*revoked_at/)
  })
})

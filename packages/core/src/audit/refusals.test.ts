import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { addMember, PASSWORD, personOf, signInAs } from '../../test/people.ts'
import { ALL_SCOPES, operations } from '../index.ts'
import { bind, recordRefusal, recordRefusedKey } from '../internal.ts'

const {
  changePassword,
  confirmSecondFactor,
  createApiKey,
  createInvitation,
  finishSignIn,
  getSecondFactorOffer,
  joinWorkspace,
  listAuditEntries,
  listInstanceAuditEntries,
  offerSecondFactor,
  revokeApiKey,
  signIn,
} = operations

const WRONG = 'not the right password'

describe.each(ENGINES)('refused sign-ins in the audit log on %s', (engine) => {
  let instance: Instance
  let networks = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  /** A visitor from an address of the documentation range of RFC 3849, with a network of its own, for which the connection vouches. */
  const visitorAt = (address = `2001:db8:${(++networks).toString(16)}::1`) =>
    bind({ ...instance.handrail.asVisitor(address).context, address })
  const attempt = (visitor: ReturnType<typeof visitorAt>, email: string, password = WRONG) =>
    visitor.invoke(signIn, { email, password }).then(
      () => 'signed in',
      ({ code }) => code,
    )
  const pass = (minutes: number) => {
    instance.clock.now = new Date(instance.clock.now.getTime() + minutes * 60_000)
  }
  async function entries(subject_id: string, bound = instance.acme) {
    const { data } = await bound.invoke(listAuditEntries, { per_page: 100 })
    return data.filter((entry) => entry.subject_id === subject_id && entry.action !== 'user.created')
  }

  test('a wrong password is in each workspace of the person, with the address, and nothing that was typed', async () => {
    const { id } = await addMember(instance, 'ada@example.com')
    const invited = { email: 'ada@example.com', role: 'viewer' as const }
    const { url } = (await instance.other.invoke(createInvitation, invited)).data
    const token = new URL(url).searchParams.get('token') ?? ''
    await (await personOf(instance, 'ada@example.com')).invoke(joinWorkspace, { token })
    const visitor = visitorAt()
    expect(await attempt(visitor, 'Ada@example.com')).toBe('forbidden')
    for (const bound of [instance.acme, instance.other]) {
      expect((await entries(id, bound)).filter(({ action }) => action === 'sign_in.failed')).toEqual([
        expect.objectContaining({
          action: 'sign_in.failed',
          actor_id: 'visitor',
          door: 'console',
          subject_type: 'user',
          address: visitor.context.address,
          details: { name: 'ada', reason: 'wrong_password' },
        }),
      ])
    }
    const { data } = await instance.acme.invoke(listAuditEntries, { action: 'sign_in' })
    expect(data).toHaveLength(1)
    expect(
      JSON.stringify(await instance.handrail.database.read(({ db, tables }) => db.select().from(tables.audit_entries))),
    ).not.toContain(WRONG)
  })

  test('a burst is one entry with its count, and the next one another', async () => {
    const { id } = await addMember(instance, 'bob@example.com')
    const visitor = visitorAt()
    for (let tries = 0; tries < 5; tries++) await attempt(visitor, 'bob@example.com')
    const last_at = instance.clock.now.toISOString()
    expect((await entries(id)).map(({ details }) => details)).toEqual([
      { name: 'bob', reason: 'wrong_password', count: '5', last_at },
    ])
    await attempt(visitorAt(), 'bob@example.com')
    expect(await entries(id)).toHaveLength(2)
    pass(16)
    await attempt(visitor, 'bob@example.com')
    expect((await entries(id)).map(({ details }) => details.count)).toEqual([undefined, undefined, '5'])
  })

  test('a flood from many addresses adds a bounded number of entries, whose counts go on', async () => {
    const { id } = await addMember(instance, 'flood@example.com')
    for (let tries = 0; tries < 40; tries++) await attempt(visitorAt(), 'flood@example.com')
    const found = await entries(id)
    expect(found.length).toBeLessThanOrEqual(21)
    const shared = found.find(({ details }) => details.addresses === 'several')
    expect([shared?.address, Number(shared?.details.count)]).toEqual([null, 20])
  })

  test('attempts that are refused before the password is checked are counted, up to a limit', async () => {
    const { id } = await addMember(instance, 'limit@example.com')
    const visitor = visitorAt()
    const codes = new Set<string>()
    for (let tries = 0; tries < 70; tries++) codes.add(await attempt(visitor, 'limit@example.com'))
    expect(codes).toEqual(new Set(['forbidden', 'rate_limited']))
    const found = await entries(id)
    const counted = found.reduce((sum, { details }) => sum + Number(details.count ?? 1), 0)
    // In the same minute, 20 of a network.
    expect([found.length <= 2, counted]).toEqual([true, 20])
    pass(1)
    await attempt(visitor, 'limit@example.com')
    expect((await entries(id)).map(({ details }) => details.reason)).toContain('too_many_attempts')
  })

  test('an address that no account has is in no workspace, and not named', async () => {
    const visitor = visitorAt()
    for (let tries = 0; tries < 3; tries++) await attempt(visitor, `nobody${tries}@example.com`)
    const operator = await instance.handrail.asSystem()
    const { data } = await operator.invoke(listInstanceAuditEntries, {})
    expect(data[0]).toMatchObject({
      action: 'sign_in.failed',
      subject_id: null,
      address: visitor.context.address,
      details: { reason: 'wrong_password', count: '3' },
    })
    expect(JSON.stringify(data)).not.toContain('nobody')
    for (const bound of [instance.acme, instance.other])
      expect(JSON.stringify((await bound.invoke(listAuditEntries, {})).data)).not.toContain(visitor.context.address)
  })

  test('a wrong code of the second factor, and a successful sign-in', async () => {
    const { id } = await addMember(instance, 'carl@example.com')
    const carl = await personOf(instance, 'carl@example.com')
    await carl.invoke(offerSecondFactor, { password: PASSWORD })
    const { secret } = (await carl.invoke(getSecondFactorOffer, {})).data
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: instance.clock.now.getTime() })
    await carl.invoke(confirmSecondFactor, { code: code() })
    pass(1)
    const { second_factor_token } = await signInAs(instance, 'carl@example.com')
    const visitor = visitorAt()
    const finish = (given: string) => visitor.invoke(finishSignIn, { token: second_factor_token ?? '', code: given })
    await expect(finish('000000x')).rejects.toMatchObject({ code: 'forbidden' })
    await finish(code())
    expect(
      (await entries(id)).slice(0, 2).map(({ action, address, details }) => [action, address, details.reason]),
    ).toEqual([
      ['signed_in', visitor.context.address, undefined],
      ['sign_in.failed', visitor.context.address, 'wrong_code'],
    ])
  })

  test('a wrong password where a change is confirmed', async () => {
    const { id } = await addMember(instance, 'dora@example.com')
    const dora = await personOf(instance, 'dora@example.com')
    const given = { current_password: WRONG, new_password: `${PASSWORD} staple` }
    await expect(dora.invoke(changePassword, given)).rejects.toMatchObject({ code: 'validation_error' })
    expect((await entries(id))[0]).toMatchObject({ action: 'password.refused', actor_id: id, actor: 'dora' })
  })

  test('a revoked and an expired key, but no unknown token', async () => {
    const expires_at = new Date(instance.clock.now.getTime() + 3_600_000).toISOString()
    const make = async (name: string) =>
      (await instance.acme.invoke(createApiKey, { name, scopes: [...ALL_SCOPES], expires_at })).data
    const [revoked, expired, used] = [await make('Revoked'), await make('Expired'), await make('Used')]
    await instance.acme.invoke(revokeApiKey, { id: revoked.id })
    const visitor = visitorAt()
    for (const token of [used.token, revoked.token, revoked.token, 'hr_key_unknown', 'else'])
      await recordRefusedKey(visitor.context, { token, audience: 'rest' })
    pass(90)
    await recordRefusedKey(visitor.context, { token: expired.token, audience: 'mcp' })
    const { data } = await instance.acme.invoke(listAuditEntries, { action: 'api_key.refused' })
    expect(data.map(({ actor, door, details }) => [actor, door, details.reason, details.count])).toEqual([
      ['Expired', 'mcp', 'expired', undefined],
      ['Revoked', 'api', 'revoked', '2'],
    ])
  })

  test('an application is refused in its workspace alone', async () => {
    const workspace_id = instance.acme.caller.workspace_id
    const subject = { id: 'client', name: 'Sync' }
    const refused = { action: 'application.refused', reason: 'wrong_credentials', source: 'oauth' } as const
    await recordRefusal(visitorAt().context, { ...refused, subject, workspace_id })
    expect(await entries('client')).toMatchObject([{ actor: 'Visitor', subject_type: 'application', door: 'oauth' }])
    expect(await entries('client', instance.other)).toEqual([])
  })
})

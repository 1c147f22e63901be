import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { ADDRESS, addMember, PASSWORD, personOf, signInAs, storedText, wait } from '../../../test/people.ts'
import { operations } from '../../index.ts'

const {
  confirmSecondFactor,
  finishSignIn,
  getAccount,
  getSecondFactorOffer,
  issuePasswordLink,
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} = operations

describe.each(ENGINES)('the second factor on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const codeOf = (secret: string, minutes = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: instance.clock.now.getTime() + minutes * 60_000,
    })

  /** A member with a second factor, with its secret and recovery codes. */
  async function protectedMember(email: string) {
    await addMember(instance, email)
    const person = await personOf(instance, email)
    await person.invoke(offerSecondFactor, { password: PASSWORD })
    const { secret, uri } = (await person.invoke(getSecondFactorOffer, {})).data
    const { recovery_codes } = (await person.invoke(confirmSecondFactor, { code: codeOf(secret) })).data
    wait(instance, { minutes: 1 })
    return { person, secret, uri, recovery_codes }
  }

  const finish = (token: string | null, code: string) =>
    instance.handrail.asVisitor(ADDRESS).invoke(finishSignIn, { token: token ?? '', code })

  test('is active once a code is confirmed, and then a password alone creates no session', async () => {
    await addMember(instance, 'ada@example.com')
    const person = await personOf(instance, 'ada@example.com')
    await expect(person.invoke(offerSecondFactor, { password: 'a wrong one' })).rejects.toMatchObject({
      errors: { password: ['is incorrect'] },
    })
    await person.invoke(offerSecondFactor, { password: PASSWORD })
    const { secret, uri } = (await person.invoke(getSecondFactorOffer, {})).data
    expect(uri).toContain('otpauth://totp/Handrail:ada%40example.com?issuer=Handrail&secret=')
    await expect(person.invoke(confirmSecondFactor, { code: codeOf(secret, 5) })).rejects.toMatchObject({
      code: 'validation_error',
    })
    expect((await signInAs(instance, 'ada@example.com')).session_token).not.toBeNull()
    await person.invoke(confirmSecondFactor, { code: codeOf(secret) })
    expect((await person.invoke(getAccount, {})).data).toMatchObject({
      second_factor_since: expect.any(String),
      recovery_codes_count: 10,
    })
    expect(await signInAs(instance, 'ada@example.com')).toMatchObject({ session_token: null, known_device: null })
    expect(await storedText(instance)).not.toContain(secret)
    await expect(person.invoke(getSecondFactorOffer, {})).rejects.toMatchObject({ code: 'not_found' })
    await expect(person.invoke(offerSecondFactor, { password: PASSWORD })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('accepts a code once: no replay, no older code, one of several concurrent requests', async () => {
    const { secret } = await protectedMember('once@example.com')
    const tickets = await Promise.all([1, 2, 3].map(() => signInAs(instance, 'once@example.com')))
    const code = codeOf(secret)
    const answers = await Promise.allSettled(tickets.map((ticket) => finish(ticket.second_factor_token, code)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { second_factor_token } = await signInAs(instance, 'once@example.com')
    for (const consumed of [code, codeOf(secret, -0.5)])
      await expect(finish(second_factor_token, consumed)).rejects.toMatchObject({ code: 'forbidden' })
    wait(instance, { minutes: 1 })
    const next = codeOf(secret)
    expect(
      (await finish(second_factor_token, `${next.slice(0, 3)} ${next.slice(3)}`)).data.session_token,
    ).not.toBeNull()
    await expect(finish(second_factor_token, codeOf(secret, 0.5))).rejects.toMatchObject({ code: 'not_found' })
  })

  test('accepts each recovery code once, until new ones are created', async () => {
    const { person, recovery_codes } = await protectedMember('codes@example.com')
    const [first = '', second = ''] = recovery_codes
    expect(first).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    expect(await storedText(instance)).not.toContain(first)
    const tickets = await Promise.all([1, 2].map(() => signInAs(instance, 'codes@example.com')))
    const answers = await Promise.allSettled(tickets.map((ticket) => finish(ticket.second_factor_token, first)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { second_factor_token } = await signInAs(instance, 'codes@example.com')
    await expect(finish(second_factor_token, first)).rejects.toMatchObject({ code: 'forbidden' })
    const { data: fresh } = await person.invoke(renewRecoveryCodes, { password: PASSWORD })
    await expect(finish(second_factor_token, second)).rejects.toMatchObject({ code: 'forbidden' })
    const typed = (fresh.recovery_codes[0] ?? '').replaceAll('-', ' ').toUpperCase()
    await finish(second_factor_token, typed)
    expect((await person.invoke(getAccount, {})).data.recovery_codes_count).toBe(9)
  })

  test('limits wrong codes, and a sign-in expires after ten minutes', async () => {
    const { secret } = await protectedMember('guess@example.com')
    const { second_factor_token } = await signInAs(instance, 'guess@example.com')
    for (let i = 0; i < 10; i++)
      await expect(finish(second_factor_token, '000000')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(finish(second_factor_token, codeOf(secret))).rejects.toMatchObject({ code: 'rate_limited' })
    wait(instance, { minutes: 61 })
    await expect(finish(second_factor_token, codeOf(secret))).rejects.toMatchObject({ code: 'not_found' })
    const again = await signInAs(instance, 'guess@example.com')
    await finish(again.second_factor_token, codeOf(secret))
  })

  test('counts only wrong codes as attempts', async () => {
    const { secret } = await protectedMember('right@example.com')
    for (let i = 0; i < 12; i++) {
      const { second_factor_token } = await signInAs(instance, 'right@example.com')
      wait(instance, { minutes: 0.5 })
      expect((await finish(second_factor_token, codeOf(secret))).data.session_token).not.toBeNull()
    }
  })

  test('is removed with the password, or by the operator', async () => {
    const { person } = await protectedMember('removes@example.com')
    await person.invoke(removeSecondFactor, { password: PASSWORD })
    expect((await signInAs(instance, 'removes@example.com')).session_token).not.toBeNull()
    await protectedMember('lost@example.com')
    const operator = await instance.handrail.asSystem()
    await operator.invoke(issuePasswordLink, { email: 'lost@example.com' })
    expect((await signInAs(instance, 'lost@example.com')).session_token).toBeNull()
    await operator.invoke(issuePasswordLink, { email: 'lost@example.com', remove_second_factor: true })
    expect((await signInAs(instance, 'lost@example.com')).session_token).not.toBeNull()
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../../test/instance.ts'
import { ADDRESS, addMember, PASSWORD, personOf, signInAs, storedText, wait } from '../../../../test/people.ts'
import { operations } from '../../../index.ts'

const { changePassword, issuePasswordLink, listSessions, resetPassword, revokeOtherSessions, revokeSession, signIn } =
  operations

describe.each(ENGINES)('signing in on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const sessionOf = async (email: string) => (await signInAs(instance, email)).session_token ?? ''

  test('creates a new session each time, whose token is stored as a hash', async () => {
    await addMember(instance, 'ada@example.com')
    const [first, second] = [await sessionOf('ada@example.com'), await sessionOf(' ADA@example.com ')]
    expect(first).not.toBe(second)
    expect(await instance.handrail.session(first)).toMatchObject({ name: 'ada', email: 'ada@example.com' })
    const stored = await storedText(instance)
    for (const secret of [first, second, PASSWORD]) expect(stored).not.toContain(secret)
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(await instance.handrail.session('hr_session_unknown')).toBeUndefined()
  })

  test('responds equally, in similar time, whether or not the account exists', async () => {
    await addMember(instance, 'known@example.com')
    const attempt = async (email: string) => {
      const start = performance.now()
      const refused = await signInAs(instance, email, 'a wrong password', '192.0.2.7').catch((error) => error)
      return { text: `${refused.code}: ${refused.message}`, took: performance.now() - start }
    }
    const [known, unknown] = [await attempt('known@example.com'), await attempt('unknown@example.com')]
    expect(known.text).toBe('forbidden: The e-mail address or the password is incorrect')
    expect(unknown.text).toBe(known.text)
    expect(unknown.took).toBeGreaterThan(known.took / 5)
  })

  const guess = (address: string, email: string) =>
    signInAs(instance, email, 'a wrong password', address).catch((error) => error.code)
  const times = async (count: number, work: (time: number) => Promise<unknown>) => {
    const answers: unknown[] = []
    for (let time = 0; time < count; time++) answers.push(await work(time))
    return answers
  }

  test('forged addresses in X-Forwarded-For count for the sending address', async () => {
    await addMember(instance, 'forwarded@example.com')
    const attempts = Array.from({ length: 150 }, (_, i) => {
      const visitor = instance.handrail.asVisitor(`203.0.113.${i}`, '10.0.0.7')
      return visitor
        .invoke(signIn, { email: `${i}@example.com`, password: 'a wrong password' })
        .catch((error) => error.code)
    })
    const answers = await Promise.all(attempts)
    expect(answers.filter((code) => code === 'forbidden')).toHaveLength(120)
    expect(answers.filter((code) => code === 'rate_limited')).toHaveLength(30)
    // A proxy shared with others does not affect them.
    expect(await guess('203.0.113.1', 'forwarded@example.com')).toBe('forbidden')
  })

  test('guessing is limited by account and address, and never locks out a known device', async () => {
    await addMember(instance, 'target@example.com')
    const { known_device } = await signInAs(instance, 'target@example.com')
    for (const email of ['target@example.com', 'nobody@example.com']) {
      const answers = await times(21, () => guess('198.51.100.1', email))
      expect(answers.slice(0, 20)).toEqual(Array(20).fill('forbidden'))
      expect(answers[20]).toBe('rate_limited')
    }
    const from = (device: string, address = '198.51.100.1') =>
      instance.handrail.asVisitor(address).invoke(signIn, {
        ...{ email: 'target@example.com', password: PASSWORD, known_device: device },
      })
    const known = known_device ?? ''
    expect((await from(known)).data.session_token).not.toBeNull()
    await expect(from(`${known.split('.')[0]}.forged`)).rejects.toMatchObject({ code: 'rate_limited' })
    wait(instance, { minutes: 61 })
    expect((await signInAs(instance, 'target@example.com')).session_token).not.toBeNull()
  }, 60_000)

  test('a known device is not affected by the limit of its address', async () => {
    await addMember(instance, 'office@example.com')
    const { known_device } = await signInAs(instance, 'office@example.com', PASSWORD, '198.51.100.40')
    await times(60, (time) => guess('198.51.100.40', `p${time}@example.com`))
    expect(await guess('198.51.100.40', 'office@example.com')).toBe('rate_limited')
    const known = { email: 'office@example.com', password: PASSWORD, known_device: known_device ?? '' }
    const { data } = await instance.handrail.asVisitor('198.51.100.40').invoke(signIn, known)
    expect(data.session_token).not.toBeNull()
    const answers = await times(21, () =>
      instance.handrail
        .asVisitor('198.51.100.40')
        .invoke(signIn, { ...known, password: 'a wrong password' })
        .catch(({ code }) => code),
    )
    expect(answers.slice(19)).toEqual(['forbidden', 'rate_limited'])
  }, 60_000)

  test('successful sign-ins do not count as attempts', async () => {
    await addMember(instance, 'often@example.com')
    await times(25, () => signInAs(instance, 'often@example.com', PASSWORD, '198.51.100.50'))
    expect(await times(20, () => guess('198.51.100.50', 'often@example.com'))).toEqual(Array(20).fill('forbidden'))
    expect(await guess('198.51.100.50', 'often@example.com')).toBe('rate_limited')
  }, 60_000)

  test('concurrent requests allow no additional guesses', async () => {
    await addMember(instance, 'burst@example.com')
    const answers = await Promise.all(Array.from({ length: 60 }, () => guess('198.51.100.60', 'burst@example.com')))
    expect(answers.filter((answer) => answer === 'forbidden')).toHaveLength(20)
  }, 60_000)

  test('guesses from other networks never lock out the owner, and are limited per network', async () => {
    await addMember(instance, 'siege@example.com')
    await times(100, (time) => guess(`203.0.${time % 5}.7`, 'siege@example.com'))
    expect((await signInAs(instance, 'siege@example.com', PASSWORD, '192.0.2.200')).session_token).not.toBeNull()
    // Several addresses of one network count together.
    const answers = await times(4, (time) => guess(`2001:db8:5:${time}::1`, 'siege@example.com'))
    expect(answers).toEqual(['forbidden', 'forbidden', 'forbidden', 'rate_limited'])
  }, 60_000)

  test('an address or IPv6 network is limited over all accounts', async () => {
    const codes = new Set<string>()
    for (let i = 0; i < 61; i++)
      codes.add(
        await signInAs(instance, `p${i}@example.com`, 'a wrong one', `2001:db8::${i}`).catch(({ code }) => code),
      )
    expect([...codes]).toEqual(['forbidden', 'rate_limited'])
  }, 60_000)

  test('sessions are listed and ended, one or all others, for the own account only', async () => {
    await addMember(instance, 'lists@example.com')
    await addMember(instance, 'eve@example.com')
    const token = await sessionOf('lists@example.com')
    const person = await personOf(instance, 'lists@example.com')
    const { data } = await person.invoke(listSessions, {})
    expect(data.map(({ current }) => current).sort()).toEqual([false, true])
    const other = data.find(({ current }) => !current)?.id ?? ''
    const eve = await personOf(instance, 'eve@example.com')
    await expect(eve.invoke(revokeSession, { id: other })).rejects.toMatchObject({ code: 'not_found' })
    await person.invoke(revokeSession, { id: other })
    expect(await instance.handrail.session(token)).toBeUndefined()
    const third = await sessionOf('lists@example.com')
    await person.invoke(revokeOtherSessions, {})
    expect(await instance.handrail.session(third)).toBeUndefined()
    expect((await person.invoke(listSessions, {})).data).toHaveLength(1)
  })

  test('a session ends a week after its last use, and after a month at the latest', async () => {
    await addMember(instance, 'time@example.com')
    const idle = await sessionOf('time@example.com')
    const busy = await sessionOf('time@example.com')
    for (let day = 0; day < 30; day++) {
      expect(await instance.handrail.session(busy), `day ${day}`).toBeDefined()
      wait(instance, { days: 1 })
      if (day === 7) expect(await instance.handrail.session(idle)).toBeUndefined()
    }
    expect(await instance.handrail.session(busy)).toBeUndefined()
    await instance.handrail.upkeep()
    const left = await instance.handrail.database.read(async ({ db, tables }) => db.select().from(tables.sessions))
    expect(left).toEqual([])
  })

  test('a common password is rejected wherever one is chosen', async () => {
    const email = 'guessable@example.com'
    await addMember(instance, email)
    const person = await personOf(instance, email)
    const errors = { new_password: [expect.stringContaining('is a common password')] }
    for (const new_password of ['password2026!', 'guessable2026', 'acme acme acme'])
      await expect(person.invoke(changePassword, { current_password: PASSWORD, new_password })).rejects.toMatchObject({
        code: 'validation_error',
        errors,
      })
    const operator = await instance.handrail.asSystem()
    const { data } = await operator.invoke(issuePasswordLink, { email })
    const token = new URL(data.url).searchParams.get('token') ?? ''
    const reset = instance.handrail.asVisitor(ADDRESS).invoke(resetPassword, { token, password: 'guessable@example' })
    await expect(reset).rejects.toMatchObject({ errors: { password: errors.new_password } })
  })

  test('changing the password requires the old one, and ends all other sessions', async () => {
    await addMember(instance, 'change@example.com')
    const other = await sessionOf('change@example.com')
    const person = await personOf(instance, 'change@example.com')
    const change = (current_password: string, new_password: string) =>
      person.invoke(changePassword, { current_password, new_password })
    await expect(change('a wrong one', 'a new long password')).rejects.toMatchObject({
      errors: { current_password: ['is incorrect'] },
    })
    await expect(change(PASSWORD, 'short')).rejects.toMatchObject({
      errors: { new_password: ['must have at least 12 characters'] },
    })
    await change(PASSWORD, 'a new long password')
    expect(await instance.handrail.session(other)).toBeUndefined()
    expect((await person.invoke(listSessions, {})).data).toHaveLength(1)
    await expect(signInAs(instance, 'change@example.com')).rejects.toMatchObject({ code: 'forbidden' })
    await signInAs(instance, 'change@example.com', 'a new long password')
  })

  test('a link to choose a password works once, for an hour, and ends all sessions', async () => {
    await addMember(instance, 'lost@example.com')
    const session = await sessionOf('lost@example.com')
    const operator = await instance.handrail.asSystem()
    const link = async () => {
      const { data } = await operator.invoke(issuePasswordLink, { email: 'lost@example.com' })
      return new URL(data.url).searchParams.get('token') ?? ''
    }
    const visitor = instance.handrail.asVisitor(ADDRESS)
    const choose = (token: string) => visitor.invoke(resetPassword, { token, password: 'chosen by a link' })
    const late = await link()
    wait(instance, { minutes: 61 })
    await expect(choose(late)).rejects.toMatchObject({ code: 'not_found' })
    const [token, second] = [await link(), await link()]
    expect(await storedText(instance)).not.toContain(token)
    const answers = await Promise.allSettled([choose(token), choose(token), choose(token)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(choose(second)).rejects.toMatchObject({ code: 'not_found' })
    expect(await instance.handrail.session(session)).toBeUndefined()
    await signInAs(instance, 'lost@example.com', 'chosen by a link')
    const person = await personOf(instance, 'eve@example.com')
    await expect(person.invoke(issuePasswordLink, { email: 'lost@example.com' })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

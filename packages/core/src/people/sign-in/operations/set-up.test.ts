import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshPostgresDatabase } from '../../../../../../test/postgres/databases.ts'
import { ENGINES } from '../../../../test/instance.ts'
import { ADDRESS, PASSWORD } from '../../../../test/people.ts'
import { createHandrail, type Handrail, operations } from '../../../index.ts'

const { checkSetUpLink, issueSetUpLink, listOwnMemberships, setUpInstance } = operations

const FIELDS = { name: 'Ada', email: 'ada@example.com', password: PASSWORD, workspace: 'Engines' }

describe.each(ENGINES)('setting up an empty instance on %s', (engine) => {
  let handrail: Handrail
  let now = new Date('2026-11-20T12:00:00.000Z')
  beforeAll(async () => {
    const database = engine === 'sqlite' ? ':memory:' : await freshPostgresDatabase()
    const secret = 'a secret of the tests, long enough for anybody'
    handrail = await createHandrail({ database, secret, now: () => now, upkeep: false })
  })
  afterAll(() => handrail.close())

  const link = async () => {
    const { data } = await (await handrail.asSystem()).invoke(issueSetUpLink, {})
    return new URL(data.url).searchParams.get('token') ?? ''
  }
  const setUp = (token: string) => handrail.asVisitor(ADDRESS).invoke(setUpInstance, { token, ...FIELDS })

  test('requires a link created within 30 minutes', async () => {
    const token = await link()
    now = new Date(now.getTime() + 29 * 60_000)
    await handrail.asVisitor(ADDRESS).invoke(checkSetUpLink, { token })
    now = new Date(now.getTime() + 61_000)
    await expect(setUp(token)).rejects.toMatchObject({ code: 'not_found' })
    await expect(setUp('guessed')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('rejects a password made of known words', async () => {
    const token = await link()
    for (const password of ['ada@example.com', 'engines-engines', 'qwertyuiop12'])
      await expect(
        handrail.asVisitor(ADDRESS).invoke(setUpInstance, { ...FIELDS, token, password }),
      ).rejects.toMatchObject({ errors: { password: [expect.stringContaining('is a common password')] } })
  })

  test('succeeds once, also with concurrent requests and several links', async () => {
    const [first, second] = [await link(), await link()]
    await expect(
      handrail.asVisitor(ADDRESS).invoke(setUpInstance, { token: first, ...FIELDS, password: 'short', name: ' ' }),
    ).rejects.toMatchObject({ errors: { name: ["can't be blank"], password: ['must have at least 12 characters'] } })
    const answers = await Promise.allSettled([setUp(first), setUp(first), setUp(second), setUp(second)])
    const done = answers.filter((answer) => answer.status === 'fulfilled')
    expect(done).toHaveLength(1)
    const session = await handrail.session(done[0]?.value.data.session_token ?? '')
    const { data } = await handrail.asUser(session?.user_id ?? '', session?.id ?? '').invoke(listOwnMemberships, {})
    expect(data).toMatchObject([{ workspace: 'Engines', role: 'owner', plan: 'self-hosted' }])
    await expect(setUp(second)).rejects.toMatchObject({ code: 'not_found' })
    await expect(link()).rejects.toMatchObject({ code: 'conflict' })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { ADDRESS, addMember, PASSWORD, personOf, signInAs, storedText, wait } from '../../../test/people.ts'
import { operations } from '../../index.ts'

const {
  acceptInvitation,
  createInvitation,
  getInvitation,
  joinWorkspace,
  listInvitations,
  listOwnMemberships,
  resendInvitation,
  revokeInvitation,
} = operations

describe.each(ENGINES)('invitations on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? ''
  const invite = async (email: string, role: 'viewer' | 'admin' = 'viewer') => {
    const { data } = await instance.acme.invoke(createInvitation, { email, role, message: 'Welcome' })
    return { id: data.id, token: tokenOf(data.url) }
  }
  const accept = (token: string) =>
    instance.handrail.asVisitor(ADDRESS).invoke(acceptInvitation, { token, name: 'New', password: PASSWORD })
  const look = async (token: string) =>
    (await instance.handrail.asVisitor(ADDRESS).invoke(getInvitation, { token })).data

  test('a new person accepts by the link once and is signed in', async () => {
    const { token } = await invite('New@example.com', 'admin')
    expect(await storedText(instance)).not.toContain(token)
    expect(await look(token)).toMatchObject({
      workspace: 'Acme',
      email: 'new@example.com',
      role: 'admin',
      message: 'Welcome',
      invited_by: 'Operator',
    })
    const answers = await Promise.allSettled([accept(token), accept(token), accept(token)])
    const accepted = answers.filter((answer) => answer.status === 'fulfilled')
    expect(accepted).toHaveLength(1)
    const session = await instance.handrail.session(accepted[0]?.value.data.session_token ?? '')
    const person = instance.handrail.asUser(session?.user_id ?? '', session?.id ?? '')
    expect((await person.invoke(listOwnMemberships, {})).data).toMatchObject([{ workspace: 'Acme', role: 'admin' }])
    await expect(look(token)).rejects.toMatchObject({ code: 'not_found' })
    await signInAs(instance, 'new@example.com')
  })

  test('a person with an account accepts by signing in, and the link gives no access to an account', async () => {
    await addMember({ ...instance, acme: instance.other }, 'known@example.com')
    await addMember({ ...instance, acme: instance.other }, 'eve@example.com')
    const { token } = await invite('known@example.com')
    // The inviting member can open the link too, and must not learn who has an account elsewhere.
    const { id, token: unknown } = await invite('unknown@example.com')
    expect(Object.keys(await look(token))).toEqual(Object.keys(await look(unknown)))
    expect(JSON.stringify(await look(token))).not.toContain('account')
    await instance.acme.invoke(revokeInvitation, { id })
    await expect(accept(token)).rejects.toMatchObject({ code: 'conflict' })
    const eve = await personOf(instance, 'eve@example.com')
    await expect(eve.invoke(joinWorkspace, { token })).rejects.toMatchObject({ code: 'forbidden' })
    const person = await personOf(instance, 'known@example.com')
    await person.invoke(joinWorkspace, { token })
    await expect(person.invoke(joinWorkspace, { token })).rejects.toMatchObject({ code: 'not_found' })
    expect((await person.invoke(listOwnMemberships, {})).data.map(({ workspace }) => workspace)).toEqual([
      'Acme',
      'Other',
    ])
    await expect(invite('known@example.com')).rejects.toMatchObject({
      errors: { email: ['belongs to a member already'] },
    })
  })

  test('an invitation expires in 7 days; sending it again replaces the link', async () => {
    const { id, token } = await invite('late@example.com')
    await expect(invite('late@example.com')).rejects.toMatchObject({ code: 'validation_error' })
    wait(instance, { days: 7, minutes: 1 })
    await expect(accept(token)).rejects.toMatchObject({ code: 'not_found' })
    expect((await instance.acme.invoke(listInvitations, {})).data.map(({ email }) => email)).toContain(
      'late@example.com',
    )
    const { data } = await instance.acme.invoke(resendInvitation, { id })
    await expect(look(token)).rejects.toMatchObject({ code: 'not_found' })
    await accept(tokenOf(data.url))
  })

  test('an invitation can be revoked in its workspace only', async () => {
    const { id, token } = await invite('revoked@example.com')
    await expect(instance.other.invoke(revokeInvitation, { id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(instance.other.invoke(resendInvitation, { id })).rejects.toMatchObject({ code: 'not_found' })
    await instance.acme.invoke(revokeInvitation, { id })
    await expect(accept(token)).rejects.toMatchObject({ code: 'not_found' })
    expect((await instance.acme.invoke(listInvitations, {})).data).toEqual([])
  })

  test('an invitation cannot grant the role of owner', async () => {
    const owner = { email: 'o@example.com', role: 'owner' as 'admin' }
    await expect(instance.acme.invoke(createInvitation, owner)).rejects.toMatchObject({
      errors: { role: [expect.any(String)] },
    })
  })
})

import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browsing, openBrowsing } from '../../../test/browsing.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'

const { createUser, listInvitations, listMembers } = operations

const PASSWORD = 'correct horse battery'

describe.each(ENGINES)('members and invitations on %s', (engine) => {
  let instance: Instance
  let ada: Browsing
  let csrf: string
  beforeAll(async () => {
    instance = await openInstance(engine)
    ada = await signedIn('ada@example.com', 'owner')
    csrf = await ada.csrfOn('/members')
  })
  afterAll(() => instance.close())

  const workspace = () => instance.handrail.asSystem(instance.acme.id)
  async function signedIn(email: string, role: 'owner' | 'viewer' = 'viewer', where = instance.acme.id) {
    const bound = await instance.handrail.asSystem(where)
    await bound.invoke(createUser, { email, name: email, role, password: PASSWORD })
    const browsing = openBrowsing(instance.app)
    await browsing.visit('/sign-in', { form: { email, password: PASSWORD } })
    return browsing
  }
  const act = (fields: Record<string, string>) =>
    ada.visit('/members', { form: { csrf, workspace: instance.acme.id, ...fields } })
  const linkOn = (page: string) => /<code>https:\/\/handrail\.example(\/invitation[^<]+)<\/code>/.exec(page)?.[1] ?? ''
  const invite = async (email: string) => {
    const { headers } = await act({ action: 'invite', email, role: 'viewer' })
    return linkOn((await ada.visit(headers.location ?? '')).payload)
  }

  test('a page that is loaded again shows the new link again, and makes no other', async () => {
    await invite('reload@example.com')
    const { data } = await (await workspace()).invoke(listInvitations, {})
    const renewed = await act({ action: 'resend', id: data[0]?.id ?? '' })
    expect(renewed.statusCode).toBe(303)
    const shown = renewed.headers.location ?? ''
    const link = linkOn((await ada.visit(shown)).payload)
    expect(linkOn((await ada.visit(shown)).payload)).toBe(link)
    expect((await openBrowsing(instance.app).visit(link)).statusCode).toBe(200)
    expect((await ada.visit('/members')).payload).not.toContain('/invitation?token')
    // What the browser keeps for that is sealed, and of this session.
    const note = ada.cookies.get('__Host-handrail_note') ?? ''
    expect(note).not.toContain(link.split('=')[1])
    const eve = await signedIn('eve@example.com', 'owner', instance.other.id)
    eve.cookies.set('__Host-handrail_note', note)
    const theirs = await eve.visit(shown.replace(instance.acme.id, instance.other.id))
    expect(theirs.statusCode).toBe(200)
    expect(theirs.payload).not.toContain('/invitation?token')
    ada.cookies.set('__Host-handrail_note', 'forged')
    expect((await ada.visit(shown)).statusCode).toBe(200)
    ada.cookies.set('__Host-handrail_note', note)
  })

  test.each(['owner', 'root', ''])('the role %j is given to nobody, and not taken for another', async (role) => {
    const email = `role-${role}@example.com`
    const answer = await act({ action: 'invite', email, role })
    expect(answer.statusCode).toBe(422)
    expect(answer.payload).toContain('Role is not one of the options')
    const viewer = (await (await workspace()).invoke(listMembers, {})).data.find((member) => member.role !== 'owner')
    if (viewer) expect((await act({ action: 'change_role', user_id: viewer.user_id, role })).statusCode).toBe(422)
    const { data } = await (await workspace()).invoke(listInvitations, {})
    expect(data.map((invitation) => invitation.email)).not.toContain(email)
  })

  test('an invitation looks the same for who has an account and for who has none', async () => {
    await signedIn('elsewhere@example.com', 'viewer', instance.other.id)
    const pages: string[] = []
    for (const email of ['elsewhere@example.com', 'newcomer@example.com']) {
      const link = await invite(email)
      const { payload } = await openBrowsing(instance.app).visit(link)
      pages.push(payload.replaceAll(email, 'E').replaceAll(link.split('=')[1] ?? '', 'T'))
    }
    expect(pages[0]).toBe(pages[1])
    expect(pages[0]).toContain('Sign in to accept the invitation')
    expect(pages[0]).toContain('Create my account and join')
  })

  test('who is signed in as somebody else signs out there, and comes back to the invitation', async () => {
    const wrong = await signedIn('wrong@example.com', 'viewer', instance.other.id)
    const link = await invite('right@example.com')
    const page = (await wrong.visit(link)).payload
    expect(page).toContain('You are signed in as wrong@example.com, and the invitation is for right@example.com')
    const [, return_to = ''] = /name="return_to" value="([^"]+)"/.exec(page) ?? []
    const form = { csrf: await wrong.csrfOn('/account'), return_to }
    expect((await wrong.visit('/sign-out', { form })).headers.location).toBe(link)
    expect((await wrong.visit(link)).payload).toContain('Create my account and join')
  })

  test('a member is removed after a question that names them, and the owner is in none', async () => {
    const leaver = await signedIn('leaver@example.com')
    const { data } = await (await workspace()).invoke(listMembers, {})
    const idOf = (email: string) => data.find((member) => member.email === email)?.user_id ?? ''
    const ask = async (email: string) =>
      (await ada.visit(`/members?workspace=${instance.acme.id}&remove=${idOf(email)}`)).payload
    expect(await ask('ada@example.com')).not.toContain('Remove ada@example.com from')
    expect((await ada.visit('/members')).payload).not.toContain('value="remove"')
    const question = await ask('leaver@example.com')
    expect(question).toContain('Remove leaver@example.com from Acme?')
    expect(question).toContain('Keep them')
    expect((await leaver.visit('/')).payload).toContain('Acme')
    await act({ action: 'remove', user_id: idOf('leaver@example.com') })
    expect((await leaver.visit('/')).payload).not.toContain('Acme')
  })

  test('nobody is sent elsewhere after signing out', async () => {
    const person = await signedIn('leaving@example.com', 'viewer', instance.other.id)
    const form = { csrf: await person.csrfOn('/account'), return_to: 'https://evil.example/' }
    expect((await person.visit('/sign-out', { form })).headers.location).toBe('/')
  })
})

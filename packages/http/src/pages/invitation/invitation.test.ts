import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowsing } from '../../../test/support/browsing.ts'
import { ENGINES, type Instance, openInstance, PUBLIC_URL } from '../../../test/support/instance.ts'

const { createInvitation, createUser } = operations

const PASSWORD = 'correct horse battery'

describe.each(ENGINES)('the page of an invitation on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const workspace = () => instance.handrail.asSystem(instance.acme.id)
  /** A browser in which a member of the other workspace is signed in. */
  async function signedIn(email: string) {
    const bound = await instance.handrail.asSystem(instance.other.id)
    await bound.invoke(createUser, { email, name: email, role: 'viewer', password: PASSWORD })
    const browsing = openBrowsing(instance.app)
    await browsing.visit('/sign-in', { form: { email, password: PASSWORD } })
    return browsing
  }
  const invite = async (email: string) => {
    const { data } = await (await workspace()).invoke(createInvitation, { email, role: 'viewer' })
    return data.url.replace(PUBLIC_URL, '')
  }

  test('looks the same with and without an account', async () => {
    await signedIn('elsewhere@example.com')
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

  test('lets another signed-in person sign out, and returns to the invitation', async () => {
    const wrong = await signedIn('wrong@example.com')
    const link = await invite('right@example.com')
    const page = (await wrong.visit(link)).payload
    expect(page).toContain('You are signed in as wrong@example.com, and the invitation is for right@example.com')
    const [, return_to = ''] = /name="return_to" value="([^"]+)"/.exec(page) ?? []
    const form = { csrf: await wrong.csrfOn('/account'), return_to }
    expect((await wrong.visit('/sign-out', { form })).headers.location).toBe(link)
    expect((await wrong.visit(link)).payload).toContain('Create my account and join')
  })

  test('does not redirect to other sites after signing out', async () => {
    const person = await signedIn('leaving@example.com')
    const form = { csrf: await person.csrfOn('/account'), return_to: 'https://evil.example/' }
    expect((await person.visit('/sign-out', { form })).headers.location).toBe('/')
  })
})

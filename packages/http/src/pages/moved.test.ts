import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browsing, openBrowsing } from '../../test/support/browsing.ts'
import { type Instance, openInstance, PUBLIC_URL } from '../../test/support/instance.ts'

const { createUser } = operations

const PASSWORD = 'correct horse battery'

async function signIn(instance: Instance): Promise<Browsing> {
  const bound = await instance.handrail.asSystem(instance.acme.id)
  await bound.invoke(createUser, { email: 'ada@example.com', name: 'Ada', role: 'admin', password: PASSWORD })
  const browsing = openBrowsing(instance.app)
  await browsing.visit('/sign-in', { form: { email: 'ada@example.com', password: PASSWORD } })
  return browsing
}

const leadsTo = async (browsing: Browsing, path: string) => {
  const { statusCode, headers } = await browsing.visit(path)
  return [statusCode, headers.location]
}

describe('former addresses, with a console', () => {
  let instance: Instance
  let ada: Browsing
  const folder = mkdtempSync(join(tmpdir(), 'handrail-console-'))
  beforeAll(async () => {
    writeFileSync(join(folder, 'index.html'), '<p>The console</p>')
    instance = await openInstance('sqlite', { consoleFolder: folder }, { publicUrl: `${PUBLIC_URL}/rail` })
    ada = await signIn(instance)
  })
  afterAll(async () => {
    await instance.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each([
    ['/members', '/settings/members'],
    ['/outbox', '/outbox'],
  ])('%s: leads to the page of the console, of the workspace that is named, else of the first', async (path, page) => {
    const there = [303, `/rail/w/${instance.acme.id}${page}`]
    expect(await leadsTo(ada, path)).toEqual(there)
    expect(await leadsTo(ada, `${path}?workspace=${instance.acme.id}`)).toEqual(there)
    expect((await ada.visit(`/w/${instance.acme.id}${page}`)).payload).toContain('The console')
  })

  test('a workspace of others, or no workspace at all, is not found', async () => {
    for (const workspace of [instance.other.id, 'nonsense'])
      expect((await ada.visit(`/members?workspace=${workspace}`)).statusCode).toBe(404)
  })

  test('a visitor signs in first, and then arrives', async () => {
    const path = `/outbox?workspace=${instance.acme.id}`
    const { headers } = await openBrowsing(instance.app).visit(path)
    expect(headers.location).toBe(`/rail/sign-in?return_to=${encodeURIComponent(path)}`)
  })

  test('/connections: leads to the connections of the account', async () => {
    expect(await leadsTo(ada, '/connections')).toEqual([303, '/rail/account/connections'])
  })
})

test('former addresses, without a console: lead to the start page, which says where members are managed', async () => {
  const instance = await openInstance('sqlite')
  try {
    const ada = await signIn(instance)
    for (const path of ['/members', '/outbox', `/w/${instance.acme.id}/outbox`])
      expect(await leadsTo(ada, path)).toEqual([303, '/'])
    expect((await ada.visit('/')).payload).toContain(
      'Members, guides, contacts and the outbox are managed in the console.',
    )
  } finally {
    await instance.close()
  }
})

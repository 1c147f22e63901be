import { type Bound, createHandrail, type Handrail, operations } from '@handrail/core'
import type { Page } from 'playwright-core'
import { arrive, heading } from '../../../../test/browser/browser.ts'
import { freePort } from '../../../../test/free-port.ts'
import { createApp } from '../../src/index.ts'

const { createGuide, createWorkspace, issueSetUpLink, publishGuide } = operations

export const OWNER = { email: 'ada@example.com', password: 'correct horse battery' }
const NAME = 'Ada Lovelace'

/** An empty instance that listens, at the address that it tells everybody. */
export interface Listening {
  handrail: Handrail
  base: string
  close(): Promise<void>
}

/** A workspace with a published guide. */
export interface Workspace {
  bound: Bound
  guide_id: string
}

export async function openListening(): Promise<Listening> {
  // The address is part of what clients are told, so its port is chosen before there is a server.
  const port = await freePort('localhost')
  const base = `http://localhost:${port}`
  const handrail = await createHandrail({ database: ':memory:', publicUrl: base, upkeep: false })
  const app = await createApp({ handrail })
  await app.listen({ port, host: 'localhost' })
  return {
    handrail,
    base,
    async close() {
      await app.close()
      await handrail.close()
    },
  }
}

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}
/** Presses what leads to another page of ours. */
export const press = (page: Page, name: string) =>
  arrive(page, () => page.getByRole('button', { name, exact: true }).click())

/** From an empty instance: the link, the owner, the workspace. @returns a second workspace, to be chosen */
export async function setUp(page: Page, { handrail }: Listening): Promise<Workspace> {
  const operator = await handrail.asSystem()
  await page.goto((await operator.invoke(issueSetUpLink, {})).data.url)
  await fill(page, { 'Name of the workspace': 'Analytical Engines', 'Your name': NAME })
  await fill(page, { 'E-mail address': OWNER.email, Password: OWNER.password })
  await press(page, 'Set up Handrail')
  const said = await heading(page)
  if (said !== `Hello, ${NAME}`) throw new Error(`The set-up ended at "${said}"`)
  const { data } = await operator.invoke(createWorkspace, { name: 'Harbour Bakery', owner: { ...OWNER, name: NAME } })
  const bound = await handrail.asSystem(data.id)
  const steps = [{ title: 'Light the oven', content: { markdown: 'Use *both* matches.' } }]
  const { data: guide } = await bound.invoke(createGuide, {
    title: 'First day',
    sections: [{ title: 'Before dawn', steps }],
  })
  await bound.invoke(publishGuide, { id: guide.id })
  return { bound, guide_id: guide.id }
}

/** What a person does in the browser that a client has opened. */
export async function signInTo(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await fill(page, { 'E-mail address': OWNER.email, Password: OWNER.password })
  await press(page, 'Sign in')
}

import { createHandrail, type Handrail, operations } from '@handrail/core'
import { createApp } from '@handrail/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GUIDES } from '../../../packages/core/src/sample/guides/guides.ts'
import { look, openPage, useBrowser, WIDTHS } from '../../../test/browser/browser.ts'
import { walkGuide } from '../../../test/browser/walk.ts'
import { seedDemo } from '../src/commands/serve/demo.ts'

const { listEnrollments, listGuides, listWorkspaces } = operations

const browser = useBrowser()
let handrail: Handrail
let app: Awaited<ReturnType<typeof createApp>>
let base: string
beforeAll(async () => {
  handrail = await createHandrail({ database: ':memory:', upkeep: false })
  app = await createApp({ handrail })
  base = await app.listen({ port: 0, host: '127.0.0.1' })
  await seedDemo(handrail)
}, 120_000)
afterAll(async () => {
  await app.close()
  await handrail.close()
})

/** Where people follow a guide who have not begun. */
async function linksOf(title: string): Promise<string[]> {
  const [workspace] = (await (await handrail.asSystem()).invoke(listWorkspaces, {})).data
  const bound = await handrail.asSystem(workspace?.id)
  const guide = (await bound.invoke(listGuides, {})).data.find((one) => one.title === title)
  const { data } = await bound.invoke(listEnrollments, { guide_id: guide?.id, status: 'invited' })
  return data.map(({ url }) => base + new URL(url ?? '').pathname)
}

/** Kinds of pages that axe has looked at. */
const seen = new Set<string>()

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test.each(GUIDES)(
    'the sample guide “$title” can be completed',
    async ({ title, sections = [] }) => {
      // Those of others may have been begun by then.
      const [first = '', second = ''] = await linksOf(title)
      const page = await openPage(browser, { width: WIDTHS.phone, javaScriptEnabled, locale: 'en-GB' })
      page.setDefaultTimeout(60_000)
      // The same markup has the same faults: axe looks at each kind of step once.
      const isNew = (name: string) => javaScriptEnabled && !seen.has(name) && seen.add(name) !== undefined
      const kinds = await walkGuide(page, javaScriptEnabled ? first : second || first, (shown, name) =>
        look(shown, { name: `sample-${title}-${name}`, isScripted: isNew(name) }),
      )
      expect(kinds).toHaveLength(sections.flatMap(({ steps }) => steps).length)
      await page.close()
    },
    180_000,
  )
})

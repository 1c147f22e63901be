import { createHandrail, type Handrail, operations } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, type TestContext } from 'vitest'
import { useBrowser, WIDTHS } from '../../../../test/browser/browser.ts'
import { createApp } from '../../src/index.ts'
import { payroll, type WrittenGuide } from './player.ts'

const { createWorkspace } = operations

/** A machine with much else to do takes long for what is quick. */
const PATIENCE_MS = 60_000
const PHONE = { viewport: { width: WIDTHS.phone, height: 844 }, locale: 'en-GB' }

/** A browser, and an instance that listens and has a guide. */
export function usePlayer(written?: WrittenGuide) {
  const browser = useBrowser()
  let handrail: Handrail
  let app: FastifyInstance
  let base: string
  let sample: Awaited<ReturnType<typeof payroll>>
  beforeAll(async () => {
    handrail = await createHandrail({ database: ':memory:', upkeep: false })
    app = await createApp({ handrail })
    base = await app.listen({ port: 0, host: '127.0.0.1' })
    const { data } = await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Larkspur' })
    sample = await payroll(handrail, data.id, written)
  })
  afterAll(async () => {
    await app.close()
    await handrail.close()
  })

  return {
    /** Skips a test where there is no browser. */
    needsBrowser({ skip }: Pick<TestContext, 'skip'>): void {
      if (typeof browser.opened === 'string') skip(browser.opened)
    },
    async openPage(options: BrowserContextOptions = PHONE): Promise<Page> {
      if (typeof browser.opened === 'string') throw new Error(browser.opened)
      const page = await (await browser.opened.newContext(options)).newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      return page
    },
    player: () => ({ handrail, base, sample }),
    /** The page of a step of the guide, for whoever was invited. */
    stepOf: (path: string, title: string) =>
      `${base}${path}/steps/${sample.steps.find((step) => step.title === title)?.id}`,
  }
}

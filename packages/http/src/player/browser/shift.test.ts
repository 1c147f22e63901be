import { Readable } from 'node:stream'
import { operations } from '@handrail/core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { follow, mainButton, walkGuide } from '../../../../../test/browser/walk.ts'
import { pngOf } from '../../../../../test/png.ts'
import { invite, PAYROLL, publish } from '../../../test/support/player.ts'
import { usePlayer } from '../../../test/support/player-browser.ts'

const { uploadMedia } = operations

const { needsBrowser, openPage, player } = usePlayer()

/** Notes what moves on a page, with what moved. */
const WATCH = `
globalThis.moved = []
const watcher = new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    moved.push(value.toFixed(3) + ' ' + sources.map(({ node }) => node?.parentNode?.innerHTML.slice(0, 200)).join())
})
watcher.observe({ type: 'layout-shift', buffered: true })
`
/** Resolves when something of a page was drawn. */
const DRAWN = `new Promise((resolve) => {
  const look = () => (performance.getEntriesByName('first-contentful-paint').length ? resolve() : requestAnimationFrame(look))
  look()
})`
/** Resolves when all images of a page have arrived and were drawn. */
const SETTLED = `(async () => {
  for (const image of document.images) image.loading = 'eager'
  await Promise.all([...document.images].map((image) => image.decode()))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await new Promise((resolve) => setTimeout(resolve))
  return { moved, images: document.images.length }
})()`

async function movedOn(page: Page) {
  return page.evaluate<{ moved: string[]; images: number }>(SETTLED)
}

test('late images cause no layout shift', async (context) => {
  needsBrowser(context)
  const { base, sample } = player()
  const content = Readable.from([pngOf(1200, 800)])
  const { url } = (await sample.bound.invoke(uploadMedia, { name: 'plan.png', content })).data
  const image = `![The plan](${new URL(url).pathname})`
  const text = `Before the image.\n\n${image}\n\nAnd what comes after it.`
  const guide = await publish(sample.bound, {
    ...PAYROLL,
    description: text,
    completion_message: text,
    sections: (PAYROLL.sections ?? []).map(({ steps, ...section }) => ({
      ...section,
      steps: steps.map((step) => ({ ...step, content: { ...step.content, markdown: text } })),
    })),
  })
  const { path } = await invite(sample.bound, guide.id)
  const page = await openPage()
  await page.addInitScript(WATCH)
  await page.route('**/media/*', async (route) => {
    await page.evaluate(DRAWN)
    await route.continue()
  })
  const seen: Record<string, number> = {}
  await walkGuide(page, base + path, async (shown, name) => {
    const { moved, images } = await movedOn(shown)
    expect(moved, name).toEqual([])
    seen[name] = images
  })
  expect(seen).toMatchObject({ overview: 1, content: 1, video: 1, form: 1, embed: 1, checklist: 1, link: 1, thanks: 1 })
  await page.goto(base + path)
  await follow(page, page.locator('.hero .go'))
  expect((await movedOn(page)).moved).toEqual([])
  expect(await mainButton(page).count()).toBe(0)
}, 180_000)

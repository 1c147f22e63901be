import { operations } from '@handrail/core'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openBrowser, WIDTHS } from '../../../test/browser/browser.ts'
import { openEditor, said, title, WAY } from './editor.ts'
import { handsOf, look, useWorkplace } from './workplace.ts'

const { createGuide, getGuideDraft } = operations

const here = useWorkplace()

/** A draft of two sections, and how it is kept now. */
async function openDraft() {
  const { system } = here.place
  const sections = [
    { title: 'One', steps: [{ title: 'Alpha' }, { title: 'Beta' }] },
    { title: 'Two', steps: [{ title: 'Gamma' }] },
  ]
  const { data } = await system.invoke(createGuide, { title: 'Shared', sections })
  const path = `/guides/${data.id}`
  const kept = async () => {
    const draft = (await system.invoke(getGuideDraft, { id: data.id })).data
    return draft.sections.map(({ title, steps }) => [title, ...steps.map((step) => step.title)].join(' ')).join(' | ')
  }
  return { path, kept }
}

const open = (page: Page, step: string) =>
  page.getByRole('navigation').getByRole('button', { name: step, exact: true }).click()

describe('a draft of a guide', () => {
  test('sorting: steps move by keys and by pointer, every position is announced, and the preview shows the result', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { path, kept } = await openDraft()
    const faults: string[] = []
    const page = await openEditor(here.browser, here.place, path, { faults })
    const { press } = handsOf(page, WAY)
    const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })

    await handle('Beta').focus()
    await page.keyboard.press('Space')
    await said(page, 'Step Beta picked up, position 2 of 2 in section One')
    await page.keyboard.press('ArrowDown')
    await said(page, 'Step Beta, position 1 of 2 in section Two')
    await look(page, WAY, 'lifted')
    await page.keyboard.press('Escape')
    await said(page, 'Step Beta returned to position 2 of 2 in section One')
    for (const key of ['Space', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await said(page, 'Step Beta, position 2 of 2 in section Two')
    await page.keyboard.press('Space')
    await said(page, 'Step Beta dropped, position 2 of 2 in section Two')
    await expect.poll(kept).toBe('One Alpha | Two Gamma Beta')
    await press('Undo')
    await expect.poll(kept).toBe('One Alpha Beta | Two Gamma')

    await drag(page, handle('Gamma').last(), page.locator('[data-step]').first())
    await expect.poll(kept).toBe('One Gamma Alpha Beta | Two')
    await said(page, 'Step Gamma dropped, position 1 of 3 in section One')
    await dragByFinger(page, handle('Beta'), page.locator('[data-step]').first())
    await expect.poll(kept).toBe('One Beta Gamma Alpha | Two')
    await press('Undo')
    await handle('Two').focus()
    for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
    await said(page, 'Section Two dropped, position 1 of 2')
    await expect.poll(kept).toBe('Two | One Gamma Alpha Beta')

    const frame = page.frameLocator('iframe')
    const shown = (name: string) => frame.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await open(page, 'Alpha')
    await shown('Alpha')
    await title(page).fill('Alpha two')
    await shown('Alpha two')
    await frame.getByRole('button', { name: 'Done, next step' }).click()
    await shown('Beta')
    await title(page).fill('Alpha three')
    await shown('Alpha three')
    await press('Desktop')
    await expect.poll(() => frame.locator('html').evaluate(() => window.innerWidth)).toBeGreaterThan(1000)
    await press('Dark')
    await frame.locator('html[class=scripted]').waitFor()
    await expect.poll(() => frame.locator('html').evaluate((html) => getComputedStyle(html).colorScheme)).toBe('dark')
    await shown('Alpha three')
    await look(page, WAY, 'preview')
    await page.setViewportSize({ width: WIDTHS.phone, height: 844 })
    await look(page, WAY, 'preview-phone')
    expect(faults).toEqual([])
  })

  test('two editors: the draft has the changes of both, and both versions of a step that both changed', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { path, kept } = await openDraft()
    const other = await openBrowser()
    if (typeof other === 'string') return skip(other)
    try {
      const mine = await openEditor(here.browser, here.place, path)
      const theirs = await openEditor(other, here.place, path, { role: 'admin' })
      await mine.getByText('Also here: admin person, at Alpha').waitFor({ state: 'attached' })

      await open(theirs, 'Beta')
      await Promise.all([title(mine).fill('Alpha of mine'), title(theirs).fill('Beta of theirs')])
      await expect.poll(kept).toBe('One Alpha of mine Beta of theirs | Two Gamma')
      await mine.getByRole('button', { name: 'Beta of theirs', exact: true }).waitFor()

      await open(theirs, 'Alpha of mine')
      await mine.context().setOffline(true)
      await title(mine).fill('Alpha again of mine')
      await said(mine, 'Kept on this computer')
      await title(theirs).fill('Alpha of theirs')
      await expect.poll(kept).toBe('One Alpha of theirs Beta of theirs | Two Gamma')
      await mine.context().setOffline(false)
      await mine.getByRole('alert').getByText('Alpha of theirs').waitFor()
      await look(mine, WAY, 'both-versions')
      await open(mine, 'Gamma')
      await title(mine).fill('Gamma of mine')
      await expect.poll(kept).toBe('One Alpha of theirs Beta of theirs | Two Gamma of mine')
      await open(mine, 'Alpha again of mine Two versions')
      // Nobody publishes one of the two without having chosen it.
      await handsOf(mine, WAY).press('Publish')
      const dialog = mine.getByRole('dialog')
      const publish = dialog.getByRole('button', { name: 'Publish version 1' })
      await dialog.getByText('You and somebody else changed 1 step.').waitFor()
      expect(await publish.isDisabled()).toBe(true)
      await look(mine, WAY, 'publish-both-versions')
      const step = dialog.getByRole('article', { name: 'Alpha again of mine', exact: true })
      await step.getByRole('button', { name: 'Keep mine' }).click()
      await expect.poll(kept).toBe('One Alpha again of mine Beta of theirs | Two Gamma of mine')
      await publish.click()
      await handsOf(mine, WAY).said('Shared is live')
      await theirs.getByRole('banner').getByText('Published', { exact: true }).waitFor()

      // What somebody else writes comes in around whoever writes, without a word lost or the cursor moved.
      await open(mine, 'Gamma of mine')
      await title(mine).focus()
      await mine.keyboard.press('Home')
      await mine.keyboard.insertText('My ')
      await open(theirs, 'Beta of theirs')
      await title(theirs).fill('Beta again of theirs')
      await mine.getByRole('button', { name: /^Beta again of theirs/ }).waitFor()
      await mine.keyboard.insertText('own ')
      await expect.poll(kept).toBe('One Alpha again of mine Beta again of theirs | Two My own Gamma of mine')
      await open(theirs, 'My own Gamma of mine Changed since it was published')
      await title(theirs).fill('My own Gamma of both')
      await expect.poll(() => title(mine).inputValue()).toBe('My own Gamma of both')
      await mine.keyboard.insertText('and only ')
      await expect.poll(kept).toBe('One Alpha again of mine Beta again of theirs | Two My own and only Gamma of both')

      await handsOf(theirs, WAY).visit('Back to the guides')
      await mine.getByText('Also here').waitFor({ state: 'detached' })
    } finally {
      await other.close()
    }
  })

  test('offline: changes are restored after the page was closed, and saved', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { path, kept } = await openDraft()
    const page = await openEditor(here.browser, here.place, path)
    const context = page.context()
    await context.setOffline(true)
    await title(page).fill('Written in a tunnel')
    await said(page, 'Kept on this computer until you are online again')
    await page.close()
    await context.setOffline(false)
    const again = await context.newPage()
    await again.goto(`${here.place.base}/w/${here.place.workspace_id}${path}`)
    await expect.poll(kept).toBe('One Written in a tunnel Beta | Two Gamma')
    await said(again, 'Saved')
    expect(await title(again).inputValue()).toBe('Written in a tunnel')
    await expect.poll(() => again.evaluate(keptHere)).toBe(0)

    await again.route('**/operations/update_guide', (route) => route.abort())
    await title(again).fill('For nobody else')
    await expect.poll(() => again.evaluate(keptHere)).toBe(1)
    const { visit: leave } = handsOf(again, WAY)
    await leave('Back to the guides')
    await again.getByRole('button', { name: 'editor person' }).click()
    await again.getByRole('menuitem', { name: 'Sign out' }).click()
    await again.getByLabel('E-mail address').waitFor()
    expect(await again.evaluate(keptHere)).toBe(0)
  })
})

/** The same on a screen that is touched. */
async function dragByFinger(page: Page, what: Locator, to: Locator): Promise<void> {
  const [from, end] = [await what.boundingBox(), await to.boundingBox()]
  if (!from || !end) throw new Error('There is nothing to drag')
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', x: number, y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
  await touch('touchStart', from.x + from.width / 2, from.y + from.height / 2)
  await touch('touchMove', end.x + end.width / 2, end.y + end.height + 3)
  await touch('touchMove', end.x + end.width / 2, end.y + 3)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

/** The number of drafts stored in the browser. */
function keptHere(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('handrail')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const counting = opening.result.transaction('drafts').objectStore('drafts').count()
      counting.onsuccess = () => {
        opening.result.close()
        resolve(counting.result)
      }
    }
  })
}

/** Drags something to the upper edge of something else. */
async function drag(page: Page, what: Locator, to: Locator): Promise<void> {
  await what.hover()
  await page.mouse.down()
  const box = await to.boundingBox()
  if (!box) throw new Error('There is nothing to drag to')
  await page.mouse.move(box.x + box.width / 2, box.y + 3, { steps: 5 })
  await page.mouse.up()
}

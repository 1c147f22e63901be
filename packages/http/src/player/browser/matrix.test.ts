import { operations } from '@handrail/core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { look, WIDTHS } from '../../../../../test/browser/browser.ts'
import { walkGuide } from '../../../../../test/browser/walk.ts'
import { WHOLE } from '../../../test/support/player.ts'
import { usePlayer } from '../../../test/support/player-browser.ts'

const { getEnrollment, updateEnrollment } = operations

const { needsBrowser, openPage, player } = usePlayer(WHOLE)
const STEPS = ['content', 'video', 'form', 'embed', 'checklist', 'link', 'files']

/** What axe says of colours. */
const COLOURS = ['color-contrast', 'link-in-text-block']

const PHONE = { width: WIDTHS.phone, height: 844 }
const DESKTOP = { width: WIDTHS.desktop, height: 800 }
/** Each pair of a width, a language, and scripts or none. */
const WAYS = [
  { place: 'phone', viewport: PHONE, locale: 'en-GB', javaScriptEnabled: true },
  { place: 'desktop', viewport: DESKTOP, locale: 'de-DE', javaScriptEnabled: true },
  { place: 'phone', viewport: PHONE, locale: 'de-DE', javaScriptEnabled: false },
  { place: 'desktop', viewport: DESKTOP, locale: 'en-GB', javaScriptEnabled: false },
  { place: 'narrow phone', viewport: { width: 320, height: 640 }, locale: 'fr-FR', javaScriptEnabled: true },
  // As 1,280 pixels are at 200 % zoom.
  {
    place: 'zoomed desktop',
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
    locale: 'es-ES',
    javaScriptEnabled: true,
  },
]

/** Colours are the same in every language, and at every size of window. */
const isLookedAtByNight = ({ locale }: { locale: string }) => locale === 'en-GB'

describe.each(WAYS)('on a $place, in $locale, with JavaScript: $javaScriptEnabled', (way) => {
  /** By day and by night. */
  async function lookAt(page: Page, shown: string): Promise<void> {
    const isScripted = way.javaScriptEnabled
    const name = `${way.place}-${way.locale}-${isScripted ? 'scripted' : 'plain'}-${shown}`
    await look(page, { name, isScripted })
    if (!isLookedAtByNight(way)) return
    await page.emulateMedia({ colorScheme: 'dark' })
    await look(page, { name: `${name}-dark`, isScripted, rules: COLOURS })
    await page.emulateMedia({ colorScheme: 'light' })
  }

  test('a contact completes a guide with every type of step', async (context) => {
    needsBrowser(context)
    const { base, sample } = player()
    const { path, id } = await sample.invite()
    // Colours that change by and by have a contrast of neither.
    const page = await openPage({ ...way, reducedMotion: 'reduce' })
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))

    expect(await walkGuide(page, base + path, lookAt)).toEqual(STEPS)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Maya')
    expect((await sample.bound.invoke(getEnrollment, { id })).data).toMatchObject({ status: 'completed', ces_score: 6 })
    for (const [place, name] of [
      ['/answers', 'answers'],
      ['/ask', 'ask'],
      ['', 'overview-done'],
    ]) {
      await page.goto(`${base}${path}${place}`)
      await lookAt(page, name ?? '')
    }
    const expired = await sample.invite()
    await sample.bound.invoke(updateEnrollment, { id: expired.id, status: 'expired' })
    await page.goto(base + expired.path)
    await lookAt(page, 'expired')
    await page.goto(`${base}/g/nothing`)
    await lookAt(page, 'unknown')
    await page.close()
    // The browser notes a refused form as an error; a blocked or missing file would be another.
    expect(faults.filter((fault) => !/status of 4(22|04|10)/.test(fault))).toEqual([])
  }, 180_000)
})

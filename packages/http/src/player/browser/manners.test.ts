import { operations } from '@handrail/core'
import { expect, test } from 'vitest'
import { look, violationsOf, WIDTHS } from '../../../../../test/browser/browser.ts'
import { eventsOf } from '../../../test/support/events.ts'
import { invite, publish, WHOLE } from '../../../test/support/player.ts'
import { usePlayer } from '../../../test/support/player-browser.ts'

const { answerMessage, getEnrollment } = operations

/** Counts those so far: the observer is called once with what was buffered, or never. */
const LAYOUT_SHIFTS = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({ type: 'layout-shift', buffered: true }) || setTimeout(() => resolve(0), 200))`

const { needsBrowser, openPage, player, stepOf } = usePlayer(WHOLE)

/** The most bytes of a page as the browser fetches it for the first time: headers, styles and script included. */
const MAX_PAGE_BYTES = 18_400

test('overview, step and conversation have at most 18.4 KB compressed, in three files, without layout shift', async (context) => {
  needsBrowser(context)
  const { base, sample } = player()
  const { path } = await sample.invite()
  for (const address of [base + path, stepOf(path, 'Take the tour'), `${base}${path}/ask`]) {
    const page = await openPage()
    const sizes: Record<string, number> = {}
    page.on('response', async (response) => {
      const { responseBodySize, responseHeadersSize } = await response.request().sizes()
      sizes[new URL(response.url()).pathname.split('.')[1] ?? 'page'] = responseBodySize + responseHeadersSize
    })
    await page.goto(address, { waitUntil: 'networkidle' })
    expect(Object.keys(sizes).sort()).toEqual(['css', 'js', 'page'])
    expect(Object.values(sizes).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_PAGE_BYTES)
    expect(await page.evaluate(LAYOUT_SHIFTS)).toBe(0)
  }
})

test('a visit counts once a day, after a click, scroll or key, and not for programs that run scripts', async (context) => {
  needsBrowser(context)
  const { handrail, base, sample } = player()
  const { path, id } = await sample.invite()
  const types = async () => (await eventsOf({ handrail }, id)).map(({ type }) => type)
  const page = await openPage()
  await page.goto(base + path, { waitUntil: 'networkidle' })
  await page.evaluate(`dispatchEvent(new Event('keydown'))`)
  await page.reload({ waitUntil: 'networkidle' })
  expect(await types()).toEqual(['enrollment.created'])
  const told = page.waitForResponse((response) => response.url().endsWith('/open'))
  await page.mouse.wheel(0, 50)
  expect((await told).status()).toBe(204)
  const zone = await page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone')
  expect((await told).request().postData()).toBe(`${new URLSearchParams({ time_zone: zone })}`)
  await page.reload({ waitUntil: 'networkidle' })
  await page.mouse.wheel(0, 50)
  await page.keyboard.press('Tab')
  expect(await types()).toEqual(['enrollment.created', 'enrollment.started', 'guide.viewed'])
})

test('the mail of an answer opens the conversation, and reading it there ends the notice', async (context) => {
  needsBrowser(context)
  const { base, sample } = player()
  const { path, id } = await sample.invite()
  await sample.bound.invoke(answerMessage, { id, body: 'Top right, below your name.' })
  const page = await openPage()
  await page.goto(base + path)
  const notice = page.getByRole('button', { name: '1 new answer' })
  await notice.waitFor()
  await look(page, { name: 'overview-new-answer', isScripted: true })
  await page.goto(`${base}${path}/ask`, { waitUntil: 'networkidle' })
  await look(page, { name: 'conversation', isScripted: true })
  await page.goto(stepOf(path, 'Take the tour'))
  await notice.waitFor()
  await look(page, { name: 'step-new-answer', isScripted: true })
  await page.goto(`${base}${path}/ask`, { waitUntil: 'networkidle' })
  const seen = page.waitForResponse((response) => response.url().endsWith('/ask/seen'))
  await page.getByText('Top right, below your name.').click()
  expect((await seen).status()).toBe(204)
  await page.goto(base + path)
  expect(await notice.count()).toBe(0)
})

test('a double click counts once, and offline answers and ticks are sent when the connection returns', async (context) => {
  needsBrowser(context)
  const { handrail, sample } = player()
  const { path, id } = await sample.invite()
  const place = (title: string) => stepOf(path, title)
  const page = await openPage()
  await page.goto(place('How the next two weeks work'))
  await page.getByRole('button', { name: /^Done, next step/ }).dblclick()
  await page.getByRole('heading', { name: 'Take the tour' }).waitFor()
  const done = (await eventsOf({ handrail }, id)).filter(({ type }) => type === 'step.completed')
  expect(done).toHaveLength(1)

  await page.goto(place('Check contracts and rates'))
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Everybody has a start date' }).click()
  await page.getByText('Not saved yet').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Saved just now').waitFor()
  await page.getByText('1 of 3 ticked').waitFor()
  await page.reload()
  expect(await page.getByRole('button', { name: 'Everybody has a start date' }).getAttribute('aria-pressed')).toBe(
    'true',
  )

  await page.goto(place('Company details'))
  await page.context().setOffline(true)
  await page.getByLabel('Company name').fill('Oakline')
  await page.getByText('Not saved yet').waitFor()
  await page.getByLabel('Monthly').check()
  await page.context().setOffline(false)
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  expect(await page.getByLabel('Company name').inputValue()).toBe('Oakline')
  expect(await page.getByLabel('Monthly').isChecked()).toBe(true)
})

/** What has the focus, as a page tells it. */
const FOCUSED = `(() => {
  const { activeElement: focused } = document
  const { top, bottom } = focused.getBoundingClientRect()
  return { text: focused === document.body ? '' : focused.textContent + ' ' + focused.name, top, bottom }
})()`

test('the player works with a keyboard', async (context) => {
  needsBrowser(context)
  const { base, sample } = player()
  const { path, id } = await sample.invite()
  const page = await openPage({ viewport: { width: WIDTHS.desktop, height: 800 }, locale: 'en-GB' })
  /** Moves on until something with these words has the focus, which must not be under what sticks. */
  async function tabTo(i18n: RegExp): Promise<void> {
    for (let turns = 0; turns < 60; turns++) {
      await page.keyboard.press('Tab')
      const { text, top, bottom } = await page.evaluate<{ text: string; top: number; bottom: number }>(FOCUSED)
      if (!i18n.test(text)) continue
      expect(top >= 0 && bottom <= 800, `${i18n} is in sight`).toBe(true)
      return
    }
    throw new Error(`No tab leads to ${i18n}`)
  }
  const enter = async (name: string) => {
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  await page.goto(base + path)
  await tabTo(/Start/)
  await enter('How the next two weeks work')
  await tabTo(/Done, next step/)
  await enter('Take the tour')
  await tabTo(/Play the video/)
  await tabTo(/Done, next step/)
  await enter('Company details')
  for (const [field, typed] of [
    [/ f0$/, 'Oakline'],
    [/ f1$/, 'pay@oakline.example'],
    [/ f2$/, ' '],
    [/ f4$/, '24'],
    [/ f11$/, ' '],
  ] as const) {
    await tabTo(field)
    await page.keyboard.type(typed)
  }
  await tabTo(/Save, next step/)
  await enter('Choose your benefits')
  await tabTo(/^Skip (?!to)/)
  await enter('Check contracts and rates')
  for (const item of ['Everybody has a start date', 'Hourly rates match', 'Pension choices are set']) {
    await tabTo(new RegExp(item))
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: item, pressed: true }).waitFor()
  }
  await tabTo(/Done, next step/)
  await enter('Do a test run')
  await tabTo(/Done, next step/)
  await enter('Send your last payroll report')
  await tabTo(/ file$/)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')])
  await chooser.setFiles({ name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await page.locator('#files > li[data-state=sent]').waitFor()
  await tabTo(/Done, finish/)
  await enter('All done, Maya. Thank you!')
  await tabTo(/ score$/)
  for (let score = 1; score < 6; score++) await page.keyboard.press('ArrowRight')
  await tabTo(/Send my answer/)
  await enter('Thank you, Maya')
  expect((await sample.bound.invoke(getEnrollment, { id })).data).toMatchObject({ status: 'completed' })
}, 120_000)

test('Arabic text runs from right to left, and does not affect other text', async (context) => {
  needsBrowser(context)
  const { base, sample } = player()
  const guide = await publish(sample.bound, {
    title: 'مرحبا بكم',
    sections: [{ title: 'البداية', steps: [{ title: 'اقرأ هذا', content: { markdown: 'أهلا **بكم**\n\n- واحد' } }] }],
  })
  const { path } = await invite(sample.bound, guide.id, { first_name: 'ماما' })
  const page = await openPage()
  await page.goto(base + path)
  const direction = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).direction)
  expect(await direction('h1')).toBe('rtl')
  expect(await direction('.hero')).toBe('ltr')
  expect(await page.locator('.lead').first().textContent()).toBe('Hello \u2068ماما\u2069,')
  await page.locator('.hero .go').click()
  expect(await direction('.md p')).toBe('rtl')
  expect(await violationsOf(page)).toEqual([])
})

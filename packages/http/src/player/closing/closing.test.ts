import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { look, WIDTHS } from '../../../../../test/browser/browser.ts'
import { invite, publish, type WrittenGuide } from '../../../test/support/player.ts'
import { usePlayer } from '../../../test/support/player-browser.ts'
import { createMarkdown } from '../markdown/markdown.ts'

const { updateEnrollment, updateWorkspace } = operations
const { closing } = createMarkdown({ publicUrl: 'https://handrail.example', base: '', sizes: { of: () => undefined } })
const { needsBrowser, openPage, player } = usePlayer()

const MESSAGE = `Larkspur has everything it needs for your first payroll.

- **Jonas checks your numbers**
  You hear from him by 2 December.
- **Go-live call** 2026-12-03 10:00-10:45
- **First pay day**: 2026-12-28

[Open Larkspur](https://app.larkspur.example)`
const GUIDE: WrittenGuide = {
  title: 'First payroll',
  completion_message: MESSAGE,
  asks_effort: false,
  sections: [
    {
      title: 'All',
      steps: [{ title: 'Tell', type: 'form', content: { fields: [{ name: 'a', label: 'A', kind: 'text' as const }] } }],
    },
  ],
}

/** Somebody who has completed the guide. */
async function finished(guide = GUIDE) {
  const { base, handrail, sample } = player()
  const published = await publish(sample.bound, guide)
  const { id, path } = await invite(sample.bound, published.id)
  const step_id = published.sections[0]?.steps[0]?.id ?? ''
  await (await handrail.asContact(path.slice(3))).invoke(operations.submitForm, { step_id, answers: { a: 'B' } })
  const get = async (place: string) => {
    const answer = await fetch(`${base}${path}${place}`)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return { id, path, base, get }
}

test('a message is taken apart into its text, next steps and main button', () => {
  expect(closing(MESSAGE)).toEqual({
    before: 'Larkspur has everything it needs for your first payroll.',
    steps: [
      { title: 'Jonas checks your numbers', text: 'You hear from him by 2 December.', appointment: undefined },
      {
        title: 'Go-live call',
        text: '2026-12-03 10:00-10:45',
        appointment: { day: '2026-12-03', time: '10:00', until: '10:45', written: '2026-12-03 10:00-10:45' },
      },
      {
        title: 'First pay day',
        text: '2026-12-28',
        appointment: { day: '2026-12-28', time: undefined, until: undefined, written: '2026-12-28' },
      },
    ],
    after: '',
    link: { label: 'Open Larkspur', url: 'https://app.larkspur.example' },
  })
})

test.each([
  ['text alone', 'Thank you.\n\n**Bye.**', { before: 'Thank you.\n\n**Bye.**', steps: [], link: undefined }],
  ['a link within a sentence', 'See [this](https://a.example).', { link: undefined, steps: [] }],
  ['a link to mail', '[Write](mailto:a@b.example)', { link: undefined }],
  ['two links of one paragraph', '[a](https://a.example)[b](https://b.example)', { link: undefined }],
  ['a day that does not exist', '- Call 2026-02-30', { steps: [{ title: 'Call 2026-02-30', appointment: undefined }] }],
  ['an hour that does not exist', '- Call 2026-02-03 25:00', { steps: [{ appointment: undefined }] }],
  ['an item without a bold title', '- One\n  two', { steps: [{ title: 'One', text: 'two' }] }],
])('a message with %s', (_name, text, expected) => {
  expect(closing(text)).toMatchObject(expected)
})

test('a message of 5,000 characters is taken apart quickly, whatever they are', () => {
  for (const part of ['- **a** 2026-12-03 10:00-', '- ', '**', '[a](https://a.example)\n\n', '2026-12-03 ', '> - '])
    for (const text of [part.repeat(5000 / part.length), `- ${part.repeat(4990 / part.length)}`]) {
      const began = performance.now()
      closing(text)
      expect(performance.now() - began).toBeLessThan(200)
    }
})

test('a next step with a time has a calendar entry in the time zone of the workspace, without the address of the guide', async () => {
  const { sample } = player()
  await sample.bound.invoke(updateWorkspace, { time_zone: 'Europe/Berlin' })
  const { path, get } = await finished()
  const page = (await get('/thanks')).text
  for (const text of ['Thursday 3 December, 10:00–10:45', 'Monday 28 December', 'Add to my calendar'])
    expect(page).toContain(text)
  const call = await get('/calendar/1')
  expect(call.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(call.headers.get('content-disposition')).toContain('Go-live call.ics')
  const lines = call.text.split('\r\n')
  for (const line of ['DTSTART:20261203T090000Z', 'DTEND:20261203T094500Z', 'SUMMARY:Go-live call'])
    expect(lines).toContain(line)
  expect(call.text).not.toContain(path.slice(3))
  const day = (await get('/calendar/2')).text
  expect(day).toContain('DTSTART;VALUE=DATE:20261228\r\nDTEND;VALUE=DATE:20261229')
  for (const entry of ['0', '3', '-1', 'x', '__proto__']) expect((await get(`/calendar/${entry}`)).status).toBe(404)
  await sample.bound.invoke(updateWorkspace, { time_zone: 'UTC' })
})

test('names in a calendar entry cannot add lines to it, and long ones are folded', async () => {
  const { get } = await finished({
    ...GUIDE,
    completion_message: `- **A; b, c \\ ${'ü'.repeat(200)}** 2026-12-03 10:00`,
  })
  const { text } = await get('/calendar/0')
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toMatch(/SUMMARY:A\\; b\\, c \\\\ ü{200}\r\n/)
})

test('the texts of a message are never interpreted as markup', async () => {
  const evil = '<img src=x onerror=alert(1)>'
  const { get } = await finished({
    ...GUIDE,
    completion_message: `${evil}\n\n- **${evil}** ${evil} 2026-12-03\n\n[${evil}](https://a.example)`,
  })
  expect((await get('/thanks')).text).not.toMatch(/<img|<[^>]*\sonerror=/)
})

test('a calendar entry is there once the guide is completed', async () => {
  const { sample, base } = player()
  const guide = await publish(sample.bound, GUIDE)
  const { id, path } = await invite(sample.bound, guide.id)
  expect((await fetch(`${base}${path}/calendar/1`)).status).toBe(404)
  await sample.bound.invoke(updateEnrollment, { id, status: 'completed' })
  expect((await fetch(`${base}${path}/calendar/1`)).status).toBe(200)
})

describe.each([
  { name: 'phone', viewport: { width: WIDTHS.phone, height: 844 }, locale: 'en-GB', colorScheme: 'light' },
  { name: 'desktop', viewport: { width: WIDTHS.desktop, height: 800 }, locale: 'de-DE', colorScheme: 'dark' },
] as const)('on a $name', ({ name, ...way }) => {
  test('the thanks page has cards and one main button', async (context) => {
    needsBrowser(context)
    const { path, base } = await finished()
    const page = await openPage(way)
    await page.goto(`${base}${path}/thanks`)
    const main = page.locator('a.go:not(.side)')
    expect(await main.allTextContents()).toEqual([expect.stringContaining('Open Larkspur')])
    expect(await page.locator('.next li').count()).toBe(3)
    await look(page, { name: `thanks-${name}`, isScripted: true })
  })
})

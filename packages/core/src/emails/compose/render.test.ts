import { expect, test } from 'vitest'
import { look, useBrowser } from '../../../../../test/browser/browser.ts'
import { LANGUAGES } from '../../contract/languages.ts'
import { type Brand, HANDRAIL_BRAND } from './brand.ts'
import { contrastOf, inkOn, lightenedOn } from './colour.ts'
import type { EmailContent } from './letter.ts'
import { renderHtml, renderText } from './render.ts'
import { DARK_CARD } from './style.ts'
import { type TextKey, translator } from './translate.ts'

const browser = useBrowser()

const ACME: Brand = { ...HANDRAIL_BRAND, sender: 'Harbour Bakery' }
const URL_ = 'https://onboarding.example.com/g/Zb8dfV0p3mJc1m4mE2GQ2W1Yy6wB3mJ8kq0aU5Xn7sE'

function letterIn(language: EmailContent['language'], names: Record<string, string> = {}): EmailContent {
  const say = translator(language)
  const values = { sender: 'Harbour Bakery', guide: 'Your first month', name: 'Zoé', ...names }
  return {
    language,
    subject: say('stalled_subject', values),
    preheader: say('stalled_preheader'),
    heading: say('hello', values),
    paragraphs: [say('stalled_body', values), say('stalled_progress', { done: 3, total: 8 })],
    quote: { text: 'Shall we look at it together?\nThursday suits me.', by: 'Jonas Weber' },
    progress: { done: 3, total: 8 },
    button: { label: say('stalled_button'), url: URL_ },
    notes: [say('open_until', { date: '24 November 2026' }), say('link_is_yours')],
    footer: [
      say('reminder_why', values),
      { label: say('unsubscribe'), url: 'https://onboarding.example.com/unsubscribe' },
    ],
  }
}

const WAYS = [390, 700, 320].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)
const LETTERS: [string, EmailContent, Brand][] = [
  ['english', letterIn('en'), ACME],
  ['german', letterIn('de'), { ...ACME, colour: '#ffd400' }],
  [
    'arabic',
    letterIn('en', { guide: 'شهرك الأول مع المخبز', name: 'زينب' }),
    { ...ACME, colour: '#101010', sender: 'مخبز الميناء' },
  ],
  ['long', letterIn('fr', { guide: 'x'.repeat(255), name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4) }), ACME],
]

test.each(LETTERS)(
  'the %s mail fits every width, in light and dark mode',
  { timeout: 60_000 },
  async (name, letter, brand) => {
    // The browser is not available on this platform.
    if (typeof browser.opened === 'string') return
    const page = await browser.opened.newPage()
    for (const { width, colorScheme } of WAYS) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      await page.setContent(renderHtml(letter, brand))
      await look(page, { name: `mail-${name}-${width}-${colorScheme}`, isScripted: true })
    }
  },
)

test('the text part contains every word and address of the HTML part', () => {
  const text = renderText(letterIn('de'))
  expect(text).toContain('Hallo Zoé,\n\nSie haben den Leitfaden „Your first month“ von Harbour Bakery noch nicht')
  expect(text).toContain('> Shall we look at it together?\n> Thursday suits me.\n> – Jonas Weber')
  expect(text).toContain(`Weitermachen:\n${URL_}\n`)
  expect(text.split('\n').at(-2)).toBe('https://onboarding.example.com/unsubscribe')
})

test('text on every brand colour is readable, also in dark mode', () => {
  for (const colour of ['#0f6b5c', '#ffd400', '#000000', '#ffffff', '#808080', '#c00000', '#767676']) {
    expect(contrastOf(colour, inkOn(colour)), colour).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(lightenedOn(colour, DARK_CARD, 3), DARK_CARD), colour).toBeGreaterThanOrEqual(3)
  }
})

test('every language has all texts, with the same placeholders and plurals', () => {
  const keys = ['hello', 'steps', 'stalled_progress', 'invitation_subject', 'undelivered_body'] satisfies TextKey[]
  const values = {
    name: 'N',
    count: 2,
    done: 1,
    total: 3,
    sender: 'S',
    guide: 'G',
    contact: 'C',
    address: 'A',
    subject: 'B',
  }
  for (const language of LANGUAGES)
    for (const key of keys) expect(translator(language)(key, values), `${language} ${key}`).not.toMatch(/\{\{|_/)
  expect(translator('en')('steps', { count: 1 })).toBe(
    'It is one step. You can stop at any time: your progress is saved.',
  )
  expect(translator('de')('steps', { count: 4 })).toContain('4 Schritte')
})

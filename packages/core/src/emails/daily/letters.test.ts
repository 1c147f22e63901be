import { describe, expect, test } from 'vitest'
import { look, useBrowser } from '../../../../../test/browser/browser.ts'
import { openInstance } from '../../../test/instance.ts'
import { LANGUAGES, type Language } from '../../contract/languages.ts'
import { operations } from '../../index.ts'
import { type Brand, HANDRAIL_BRAND } from '../compose/brand.ts'
import type { EmailContent } from '../compose/letter.ts'
import { renderHtml, renderText } from '../compose/render.ts'
import { translator } from '../compose/translate.ts'
import { PLAN_MAIL_KINDS } from '../contract.ts'
import { digestLetter } from './members/letter.ts'
import type { LetterPlan, OwnItem } from './participants/item.ts'
import { ownLetter } from './participants/letter.ts'

const browser = useBrowser()

const TODAY = '2026-11-25'
const TOKEN = 'Zb8dfV0p3mJc1m4mE2GQ2W1Yy6wB3mJ8kq0aU5Xn7sE'
const ACME: Brand = { ...HANDRAIL_BRAND, sender: 'Acme Analytics', colour: '#2f4bb4' }

function plan(id: string, title: string): LetterPlan {
  const version = { title, target_label: 'Go-live', participants_may_invite: true }
  return { enrollment: { id, target_date: '2026-12-15', participants_count: 1 }, version }
}

const GO_LIVE = plan('1', 'Connect your data')
const PAYROLL = plan('2', 'Payroll')

function item(title: string, stage: OwnItem['stage'], due_on: string | null, more: Partial<OwnItem<LetterPlan>> = {}) {
  const step = { id: title, title, estimated_minutes: 10 }
  return { key: title, stage, plan: GO_LIVE, step, due_on, ...more } satisfies OwnItem<LetterPlan>
}

const ITEMS = [
  item('Create a read-only user', 'late', '2026-11-22'),
  item('Allow our addresses in your firewall', 'late', '2026-11-24'),
  item('Send a sample export', 'today', TODAY),
  item('Name who signs', 'due', '2026-11-26'),
  item('Check the first report', 'due', '2026-11-27'),
  item('Train your team', 'opened', null, { section: 'Roll-out' }),
  item('Choose a region', 'opened', null, { quote: { text: 'Frankfurt is fine.', by: 'Robin' } }),
  item('Send a sample export', 'opened', null, {
    quote: { text: 'It stops at row 20,000.', by: 'Robin' },
    about: 'changes',
  }),
]

function letterIn(
  language: Language,
  items: readonly OwnItem<LetterPlan>[] = ITEMS,
  kind: 'daily_mail' | 'week_ahead' = 'daily_mail',
) {
  return ownLetter({
    kind,
    contact: { first_name: 'Yuki', language },
    brand: ACME,
    items,
    today: TODAY,
    urlOf: ({ enrollment }) => `https://onboarding.example.com/g/${TOKEN}${enrollment.id}`,
    unsubscribe: 'https://onboarding.example.com/unsubscribe?token=t',
  })
}

function digestIn(default_language: Language) {
  const about = {
    enrollment_id: 'e',
    customer: 'Northwind Logistics',
    guide: 'Connect your data',
    tab: 'steps' as const,
  }
  const steps = [
    { key: 'a', stage: 'late' as const, ...about, step: 'Set the connection up', due_on: '2026-11-23' },
    { key: 'b', stage: 'due' as const, ...about, step: 'Check the export', due_on: '2026-11-27' },
  ]
  const quote = { text: 'Which port do you use?', by: 'Yuki Tanaka' }
  const question = { ...about, tab: 'messages' as const, since: '2026-11-24T09:00:00.000Z', quote }
  return digestLetter({
    name: 'Robin',
    brand: { ...ACME, default_language },
    today: TODAY,
    parts: [
      { mail: 'steps', items: steps },
      {
        mail: 'reviews',
        items: [{ key: 'r', stage: 'late', ...about, since: question.since, step: 'Who may see what', due_on: null }],
      },
      {
        mail: 'questions',
        items: [{ key: 'c', stage: 'late', ...question, step: 'Allow our addresses', due_on: null }],
      },
      { mail: 'turned_late', items: [{ key: 'd', stage: 'opened', ...about, step: undefined, due_on: '2026-11-24' }] },
    ],
    console: 'https://onboarding.example.com/w/1',
  })
}

const WAYS = [390, 700, 320].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)
const LETTERS: [string, EmailContent, Brand][] = [
  ...LANGUAGES.map((language): [string, EmailContent, Brand] => [`daily-${language}`, letterIn(language), ACME]),
  [
    'daily-of-two-plans',
    letterIn('en', [...ITEMS.slice(0, 2), item('Upload last month', 'today', TODAY, { plan: PAYROLL })]),
    ACME,
  ],
  ['week-ahead', letterIn('de', [item('Später', 'week', '2026-11-27')], 'week_ahead'), { ...ACME, colour: '#ffd400' }],
  ...LANGUAGES.map((language): [string, EmailContent, Brand] => [`digest-${language}`, digestIn(language), ACME]),
  ['daily-long', letterIn('fr', [item('x'.repeat(255), 'late', '2026-11-01')]), ACME],
]

test.each(LETTERS)(
  'the mail %s fits every width, in light and dark mode',
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

test.each(PLAN_MAIL_KINDS)('a preview of %s is what its recipient would get, in each language', async (kind) => {
  const instance = await openInstance('sqlite')
  for (const language of LANGUAGES) {
    const { data } = await instance.acme.invoke(operations.previewMailText, { kind, language })
    expect(data.html).toContain(`lang="${language}"`)
    expect(data.text).not.toMatch(/\{\{|undefined|sample_/)
    expect(data.text.split('\n')).toContain(`${translator(language)('due_today')}:`)
  }
  await instance.close()
})

describe('the words of the daily mail', () => {
  test.each([
    [
      'en',
      '8 things for you, 2 of them late: Connect your data',
      ['3 days late', '1 day late', 'Due today', 'Due tomorrow', 'Due by Fri 27 November'],
    ],
    [
      'de',
      '8 Dinge für Sie, davon 2 zu spät: Connect your data',
      ['3 Tage zu spät', '1 Tag zu spät', 'Heute fällig', 'Morgen fällig', 'Bis Fr., 27. November'],
    ],
    [
      'fr',
      '8 choses pour vous, dont 2 en retard\u00a0: Connect your data',
      [
        '3 jours de retard',
        '1 jour de retard',
        'À faire aujourd’hui',
        'À faire pour demain',
        'Avant le ven. 27 novembre inclus',
      ],
    ],
    [
      'es',
      '8 cosas para usted, 2 con retraso: Connect your data',
      ['3 días de retraso', '1 día de retraso', 'Para hoy', 'Para mañana', 'Hasta el vie, 27 de noviembre'],
    ],
  ] as const)(
    'in %s: the subject says how much is late, and dates are as people say them',
    (language, subject, labels) => {
      const letter = letterIn(language)
      expect(letter.subject).toBe(subject)
      expect(letter.groups?.[0]?.items.slice(0, 5).map(({ label }) => label)).toEqual(labels)
      expect(letter.preheader).toBe(`${labels[0]}: Create a read-only user`)
    },
  )

  test('one thing is in the singular, and says who wants it', () => {
    const letter = letterIn('en', [item('Send it', 'late', '2026-11-24')])
    expect(letter.subject).toBe('One thing for you is late: Connect your data')
    expect(letter.paragraphs).toEqual([
      'Acme Analytics is waiting for this from you in “Connect your data”.',
      'Go-live: Tue 15 December, in 20 days.',
    ])
  })

  test('the footer leads to where the dates of each plan are put into a calendar, and to no other', () => {
    const linksOf = ({ footer }: EmailContent) => footer.flatMap((line) => (typeof line === 'string' ? [] : [line]))
    const page = `https://onboarding.example.com/g/${TOKEN}`
    expect(linksOf(letterIn('en'))).toEqual([
      { label: 'Put the dates into my calendar', url: `${page}${GO_LIVE.enrollment.id}/dates` },
      { label: expect.any(String), url: 'https://onboarding.example.com/unsubscribe?token=t' },
    ])
    const ofBoth = letterIn('de', [...ITEMS.slice(0, 2), item('Upload', 'today', TODAY, { plan: PAYROLL })])
    expect(linksOf(ofBoth).slice(0, -1)).toEqual([
      {
        label: expect.stringMatching(/^Termine von „.*Connect your data.*“ in meinen Kalender übernehmen$/),
        url: `${page}${GO_LIVE.enrollment.id}/dates`,
      },
      { label: expect.any(String), url: `${page}${PAYROLL.enrollment.id}/dates` },
    ])
    const undated = { ...PAYROLL, enrollment: { ...PAYROLL.enrollment, target_date: null } }
    expect(linksOf(letterIn('en', [item('Upload', 'opened', null, { plan: undated })]))).toHaveLength(1)
    expect(linksOf(digestIn('en'))[0]).toEqual({
      label: 'Put my dates into my calendar',
      url: 'https://onboarding.example.com/w/1/settings/account#calendar',
    })
  })

  test('no language leaves a placeholder, or a key instead of a text', () => {
    for (const language of LANGUAGES)
      for (const letter of [
        letterIn(language),
        letterIn(language, ITEMS.slice(0, 1), 'week_ahead'),
        digestIn(language),
      ]) {
        const { subject, preheader } = letter
        expect(`${subject} ${preheader} ${renderText(letter)}`).not.toMatch(/\{\{|daily_|digest_|week_|due_|undefined/)
      }
  })

  test('a mail has one button, and its text part every word and address of the HTML part', () => {
    for (const letter of [letterIn('en'), digestIn('en')]) {
      const html = renderHtml(letter, ACME)
      expect(html.match(/class="edge"/g)).toHaveLength(1)
      const text = renderText(letter)
      for (const { label, title, url, detail } of letter.groups?.flatMap(({ items }) => items) ?? [])
        for (const part of [label, title, url, detail ?? '']) expect(text).toContain(part)
    }
  })

  test('a long list ends, and says how many things are on the page', () => {
    const letter = letterIn(
      'en',
      Array.from({ length: 40 }, (_, index) => item(`Step ${index}`, 'late', '2026-11-20')),
    )
    expect(letter.groups?.[0]?.items).toHaveLength(12)
    expect(letter.notes?.[0]).toBe('28 more things are on the page.')
  })

  test('text of others is escaped, and does not turn the direction of the rest', () => {
    const letter = letterIn('en', [item('<b>شهر</b>', 'late', '2026-11-24')])
    expect(renderHtml(letter, ACME)).toContain('\u2068&lt;b&gt;شهر&lt;/b&gt;\u2069')
  })
})

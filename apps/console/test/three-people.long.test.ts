import { readFile } from 'node:fs/promises'
import { operations } from '@handrail/core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AUTHSERV, sendMail, VERIFIED } from '../../../packages/core/test/replies.ts'
import { type MailServer, startMailServer } from '../../../packages/core/test/servers/mail-server.ts'
import { openBrowser, WIDTHS } from '../../../test/browser/browser.ts'
import { mainButton } from '../../../test/browser/walk.ts'
import { type I18n, loadI18n } from '../src/i18n/i18n.ts'
import { enter, look, openWindow, openWorkplace, type Way, type Workplace } from './workplace.ts'

const { createContact, createGuide, getContact, getGuideDraft, listContacts, listEnrollments, updateWorkspace } =
  operations

const WAYS = [
  { name: 'desktop-day', width: WIDTHS.desktop, colorScheme: 'light', locale: 'en-GB', language: 'en' },
  { name: 'phone-day', width: WIDTHS.phone, colorScheme: 'dark', locale: 'de-DE', language: 'de' },
] as const
/** The widths at which every page on the way has to hold. */
const ALL_WIDTHS = [390, 768, 900, 1024, 1280, 1440]
const CONTACTS = 200
const STEPS = 40
/** Texts of the player, which the browser of the contact asks for. */
const PLAYER = {
  en: { news: '1 new answer', byMail: 'by mail' },
  de: { news: '1 neue Antwort', byMail: 'per E-Mail' },
}

describe.each(WAYS)('a day of an author, a customer and a team, $name in $language', ({ language, ...way }) => {
  const browsers: Browser[] = []
  let place: Workplace
  let mail: MailServer
  let t: I18n['t']
  beforeAll(async () => {
    mail = await startMailServer()
    const listener = { host: '127.0.0.1', port: 0 }
    const replies = { address: 'reply@reply.example', authserv: AUTHSERV, listener }
    place = await openWorkplace({ mail: { url: mail.url, from: 'Larkspur <no-reply@larkspur.example>' }, replies })
    t = (await loadI18n(language)).t
    await place.system.invoke(updateWorkspace, { time_zone: dayTimeZone() })
  })
  afterAll(async () => {
    for (const browser of browsers) await browser.close()
    await place.close()
    await mail.close()
  })

  /** A browser for each person: this build of Chromium forgets a second context's cookies. */
  async function open(): Promise<Browser> {
    const browser = await openBrowser()
    if (typeof browser === 'string') throw new Error(browser)
    browsers.push(browser)
    return browser
  }
  const mailTo = async (address: string, subject: RegExp) => {
    const found = () => mail.arrived.find((one) => one.recipients.includes(address) && subject.test(one.subject ?? ''))
    await expect.poll(found, { timeout: 30_000 }).toBeDefined()
    const { text = '', replyTo } = found() ?? {}
    const link = /https?:\/\/\S+\/g\/[\w-]+/.exec(text)?.[0]
    return { text, replyTo: replyTo?.[0]?.address ?? '', link: link && `${place.base}${new URL(link).pathname}` }
  }
  const held = async (page: Page, what: string) => {
    await look(page, way, what)
    expect(await overflowOf(page, way), what).toEqual([])
  }
  const visit = async (page: Page, path: string) => {
    await page.goto(`${place.base}/w/${place.workspace_id}${path}`)
    await page.locator('h1').waitFor()
  }

  test('forty steps, two hundred contacts, a bounce, questions and answers, reminders and an export', async ({
    skip,
  }) => {
    const first = await openBrowser()
    if (typeof first === 'string') return skip(first)
    browsers.push(first)
    const faults: string[] = []
    const author = await enter(first, place, { way, role: 'editor', faults })
    const team = await enter(await open(), place, { way, role: 'admin', faults })
    for (const page of [author, team]) await page.locator('h1').waitFor()
    const day = { place, mail, t, way, author, team, held, visit, mailTo }
    await writeGuide(day)
    await enrollAll(day)
    await mendAddress(day)
    const customer = await openWindow(await open(), { ...way, name: `${way.name}-customer` }, faults)
    await askAndAnswer({ ...day, customer, texts: PLAYER[language] })
    await remindTwo(day)
    await exportAll(day)
    // The session that ended is one.
    expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([])
  }, 300_000)
})

/** A time zone in which it is day, so that reminders are sent at once. */
function dayTimeZone(): string {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(new Date()))
  const isDay = (timeZone: string) => hourIn(timeZone) >= 9 && hourIn(timeZone) < 18
  const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata']
  return zones.find(isDay) ?? 'UTC'
}

interface Day {
  place: Workplace
  mail: MailServer
  t: I18n['t']
  way: Way
  author: Page
  team: Page
  /** Looks at a page, which has to hold at every width. */
  held(page: Page, what: string): Promise<void>
  visit(page: Page, path: string): Promise<void>
  mailTo(address: string, subject: RegExp): Promise<{ text: string; replyTo: string; link: string | undefined }>
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** By keyboard alone, beside a second author, with a session that ends in the middle. */
async function writeGuide({ place, t, author, team, held, visit }: Day): Promise<void> {
  const fields = [{ name: 'company', label: 'Company', kind: 'text' as const, required: true }]
  const begun = [{ title: 'Company', type: 'form' as const, content: { fields } }]
  const sections = [{ title: 'Start', steps: begun }]
  const { data: guide } = await place.system.invoke(createGuide, { title: 'Payroll', sections })
  const titles = async () =>
    (await place.system.invoke(getGuideDraft, { id: guide.id })).data.sections.flatMap(({ steps }) =>
      steps.map(({ title }) => title),
    )
  for (const page of [author, team]) await visit(page, `/guides/${guide.id}`)
  const { keyboard } = author
  const title = author.getByLabel(t('editor.step_title'))
  const inTitle = async (text: string) => {
    await expect.poll(() => title.inputValue()).toBe(text)
    await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
  }
  await button(author, `${t('editor.add_step')} Start`).focus()
  await keyboard.press('Enter')
  await expect.poll(() => author.evaluate(() => document.activeElement?.role)).toBe('menuitem')
  await keyboard.press('Enter')
  const written: string[] = []
  const write = async (until: number) => {
    while (written.length < until) {
      if (written.length > 0) await keyboard.press('Enter')
      await inTitle('')
      written.push(`Step ${written.length + 1}`)
      await keyboard.type(written.at(-1) ?? '')
    }
  }
  await write(STEPS / 2)
  await expect.poll(titles).toEqual(['Company', ...written])
  // The second author writes in another step meanwhile.
  await button(team, /^Company/)
    .first()
    .click()
  await team.getByLabel(t('editor.step_title')).fill('Your company')
  await author.locator('.outline').getByText('Your company', { exact: true }).first().waitFor()
  await author.context().clearCookies()
  await write(STEPS / 2 + 3)
  await author.getByText(t('editor.session_ended')).waitFor()
  await held(author, 'session-ended')
  expect(await titles()).toHaveLength(1 + STEPS / 2)
  await button(author, t('editor.sign_in')).focus()
  const [popup] = await Promise.all([author.waitForEvent('popup'), keyboard.press('Enter')])
  await popup.locator('[name=email]').fill('editor@example.com')
  await popup.locator('[name=password]').fill('correct horse battery')
  await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter')])
  await expect.poll(titles).toEqual(['Your company', ...written])
  await title.focus()
  await keyboard.press('End')
  await write(STEPS)
  await expect.poll(titles).toEqual(['Your company', ...written])
  await team.locator('.outline').getByText(`Step ${STEPS}`, { exact: true }).first().waitFor()
  await held(author, 'editor')
  await button(author, t('editor.publish')).focus()
  await keyboard.press('Enter')
  const publish = author.getByRole('dialog').getByRole('button', { name: t('publish.version', { number: 1 }) })
  await publish.focus()
  await keyboard.press('Enter')
  await author
    .getByRole('status')
    .filter({ hasText: t('guides.published', { title: 'Payroll' }) })
    .waitFor()
  await button(author, t('editor.enroll')).waitFor()
}

async function enrollAll({ place, t, team, held, visit, mail }: Day): Promise<void> {
  mail.behaviour = { recipient: 550, only: 'bo@wrong.example' }
  await place.system.invoke(createContact, { email: 'bo@wrong.example', first_name: 'Bo' })
  for (let number = 2; number < CONTACTS; number++)
    await place.system.invoke(createContact, { email: `person${number}@oakline.example`, first_name: `Pia${number}` })
  await place.system.invoke(createContact, { email: 'maya@oakline.example', first_name: 'Maya' })
  await visit(team, '/contacts')
  await team.getByLabel(t('selection.all')).check()
  await button(team, t('selection.matching')).click()
  await team
    .locator('.bulk')
    .getByText(t('selection.selected', { count: CONTACTS }))
    .waitFor()
  await held(team, 'contacts')
  await button(team, t('enroll.in_guide')).click()
  const dialog = team.getByRole('dialog')
  expect(await dialog.getByLabel(t('enroll.send')).isChecked(), 'there is a mail server').toBe(true)
  await held(team, 'enroll')
  await dialog.getByRole('button', { name: t('enroll.action'), exact: true }).click()
  await team
    .getByRole('status')
    .filter({ hasText: t('enroll.done', { count: CONTACTS }) })
    .waitFor({ timeout: 60_000 })
  await dialog.getByRole('button', { name: t('common.done') }).click()
  expect((await place.system.invoke(listEnrollments, { per_page: 1 })).meta.total).toBe(CONTACTS)
  const invited = () => mail.arrived.filter(({ recipients }) => recipients[0]?.endsWith('@oakline.example')).length
  await expect.poll(invited, { timeout: 60_000 }).toBe(CONTACTS - 1)
}

/** The team sees that a mail did not arrive, corrects the address and sends it again. */
async function mendAddress({ place, t, team, held, visit, mailTo }: Day): Promise<void> {
  await visit(team, '')
  const seeWhy = team.getByRole('link', { name: t('attention.see_why') })
  const item = team.getByRole('listitem').filter({ hasText: 'Bo' }).filter({ has: seeWhy })
  await item.getByText(t('attention.email_problem', { guide: 'Payroll', ago: '' }).split(',')[0] ?? '').waitFor()
  await held(team, 'overview')
  await item.getByRole('link', { name: t('attention.see_why') }).click()
  const note = team.getByRole('region', { name: t('email_problem.title') })
  await note.getByText('550').waitFor()
  await held(team, 'bounced')
  const enrollment = team.url()
  await note.getByRole('link', { name: t('email_problem.check') }).click()
  await button(team, t('common.edit')).click()
  const dialog = team.getByRole('dialog')
  await dialog.getByLabel(t('contacts.email')).fill('bo@right.example')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await dialog.waitFor({ state: 'detached' })
  await team.goto(enrollment)
  await button(team, t('email_problem.again')).click()
  expect((await mailTo('bo@right.example', /./)).link).toContain('/g/')
  await note.waitFor({ state: 'detached' })
  const { data } = await place.system.invoke(listContacts, { email: 'bo@right.example' })
  expect((await place.system.invoke(getContact, { id: data[0]?.id ?? '' })).data.email).toBe('bo@right.example')
}

/** One question by the page and one by mail, answered from the console and by mail; each is seen by the other side. */
async function askAndAnswer(day: Day & { customer: Page; texts: (typeof PLAYER)[keyof typeof PLAYER] }): Promise<void> {
  const { place, t, team, customer, held, visit, mailTo, texts } = day
  const invited = await mailTo('maya@oakline.example', /./)
  const home = invited.link ?? ''
  await customer.goto(home)
  await held(customer, 'customer-overview')
  await customer.locator('.hero .go').click()
  await customer.locator('form.answers').waitFor()
  await held(customer, 'customer-step')
  await customer.locator('form.answers input.input').fill('Oakline Dental')
  await mainButton(customer).click()
  await customer.locator('h1').filter({ hasText: 'Step 1' }).waitFor()
  await customer.goto(`${home}/ask`)
  await customer.locator('[name=body]').fill('Where is the calendar?')
  await customer.locator('form[action$="/ask"] button').click()
  await customer.locator('.thread').waitFor()

  await visit(team, '')
  const item = team.getByRole('listitem').filter({ hasText: 'Maya' })
  await item.getByRole('link', { name: t('attention.answer') }).click()
  await team.getByText('Where is the calendar?').waitFor()
  await team.getByLabel(t('messages.answer')).fill('Below Settings.')
  await button(team, t('messages.send')).click()
  await team.getByText(t('messages.not_seen')).waitFor()
  await held(team, 'answered')
  const answered = await mailTo('maya@oakline.example', /Below Settings|Larkspur.*(answer|Antwort)|(answer|Antwort)/i)
  await customer.goto(home)
  await customer.getByText(texts.news).click()
  await customer.getByText('Below Settings.').waitFor()
  await held(customer, 'customer-conversation')
  // The console is told without being loaded again.
  await team.getByText(t('messages.not_seen')).waitFor({ state: 'detached' })

  const port = place.handrail.replyPort ?? 0
  const reply = { from: 'maya@oakline.example', to: answered.replyTo, subject: 'Re: answer' }
  const quoted = `Found it, thank you!\n\nOn Mon, 23 Nov 2026 at 10:00, Larkspur wrote:\n> Below Settings.\n`
  expect(await sendMail(port, { ...reply, text: quoted })).toMatch(/^250 /)
  await team.getByText('Found it, thank you!', { exact: true }).waitFor()
  await team.getByText(t('messages.by_mail')).first().waitFor()
  await held(team, 'by-mail')
  const told = await mailTo('admin@example.com', /Maya/)
  const back = {
    from: 'admin@example.com',
    to: told.replyTo,
    subject: 'Re: question',
    text: 'You are welcome.',
    headers: VERIFIED,
  }
  expect(await sendMail(port, back)).toMatch(/^250 /)
  await team.getByText('You are welcome.', { exact: true }).waitFor()
  await customer.goto(`${home}/ask`)
  await customer.getByText('You are welcome.', { exact: true }).waitFor()
  await customer.getByText(texts.byMail).first().waitFor()
}

async function remindTwo({ t, team, held, visit, mailTo }: Day): Promise<void> {
  await visit(team, '/enrollments')
  // The newest enrollments.
  const people = [2, 3]
  for (const number of people)
    await team.getByRole('checkbox', { name: t('selection.one', { name: `Pia${number}` }), exact: true }).check()
  await team
    .locator('.bulk')
    .getByText(t('selection.selected', { count: 2 }))
    .waitFor()
  await held(team, 'enrollments')
  await team
    .locator('.bulk')
    .getByRole('button', { name: t('bulk.remind'), exact: true })
    .click()
  await team
    .getByRole('dialog')
    .getByRole('button', { name: t('bulk.remind_action', { count: 2 }) })
    .click()
  await team
    .getByRole('status')
    .filter({ hasText: t('bulk.remind_done', { count: 2 }) })
    .waitFor()
  for (const number of people)
    expect((await mailTo(`person${number}@oakline.example`, /remind|erinner|go on|weiter|wait|wart/i)).link).toContain(
      '/g/',
    )
}

/** The list with names, addresses and answers. */
async function exportAll({ t, team, visit }: Day): Promise<void> {
  await visit(team, '/enrollments')
  await button(team, t('exports.action')).first().click()
  const [file] = await Promise.all([
    team.waitForEvent('download', { timeout: 60_000 }),
    team.getByRole('menuitem', { name: t('exports.format.csv') }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(1 + CONTACTS)
  expect(lines.find((line) => line.includes('maya@oakline.example'))).toContain('Oakline Dental')
}

/** By how much a page is wider than its window, at every width where it is. */
async function overflowOf(page: Page, { width }: Way): Promise<string[]> {
  const found: string[] = []
  for (const one of ALL_WIDTHS) {
    await page.setViewportSize({ width: one, height: 844 })
    const wider = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              const { scrollWidth, clientWidth } = document.documentElement
              resolve(scrollWidth - clientWidth)
            }),
          ),
        ),
    )
    if (wider > 0) found.push(`${one} px: wider by ${wider}`)
  }
  await page.setViewportSize({ width, height: 844 })
  return found
}

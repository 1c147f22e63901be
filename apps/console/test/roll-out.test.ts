import { operations } from '@handrail/core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../packages/core/test/servers/mail-server.ts'
import { arrive, look as lookAt, openBrowser, openPage, WIDTHS } from '../../../test/browser/browser.ts'
import { editor as germanEditor } from '../src/i18n/de/guides/editor.ts'
import { publish as germanPublish } from '../src/i18n/de/guides/guides.ts'
import { see_as as germanSeeAs } from '../src/i18n/de/plan.ts'
import { review as germanReview } from '../src/i18n/de/review.ts'
import { work as germanWork } from '../src/i18n/de/work.ts'
import { editor as englishEditor } from '../src/i18n/en/guides/editor.ts'
import { publish as englishPublish } from '../src/i18n/en/guides/guides.ts'
import { see_as as englishSeeAs } from '../src/i18n/en/plan.ts'
import { review as englishReview } from '../src/i18n/en/review.ts'
import { work as englishWork } from '../src/i18n/en/work.ts'
import { enter, openWorkplace, type Way, type Workplace } from './workplace.ts'

const {
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  getEnrollment,
  listColleagues,
  listEmails,
  listParticipants,
  listWork,
  updateWorkspace,
} = operations

const TEXTS = {
  en: {
    editor: englishEditor,
    publish: englishPublish,
    review: englishReview,
    see_as: englishSeeAs,
    work: englishWork,
  },
  de: { editor: germanEditor, publish: germanPublish, review: germanReview, see_as: germanSeeAs, work: germanWork },
}

interface Story extends Way {
  language: 'en' | 'de'
  /** Whether the pages of the customers run scripts. */
  isScripted: boolean
}

const WAYS: Story[] = [
  { name: 'desktop-story', width: WIDTHS.desktop, colorScheme: 'light', language: 'en', isScripted: true },
  { name: 'phone-plain', width: WIDTHS.phone, colorScheme: 'dark', language: 'de', isScripted: false },
]
const LOCALES = { en: 'en-GB', de: 'de-DE' }

const IT = '44444444-4444-4444-8444-444444444444'
const FINANCE = '55555555-5555-4555-8555-555555555555'
const SCOPE = 'We build **3 dashboards** until the target.'
const dated = (days: number) => ({ due: { days, from: 'enrolled' } })

describe.each(WAYS)('a roll-out between two companies, $name in $language', (way) => {
  const { language, isScripted } = way
  const texts = TEXTS[language]
  /** Real time, put forward by days. */
  let ahead = 0
  let mails: MailServer
  let place: Workplace
  let browser: Browser | string
  /** This build of Chromium keeps the cookies of one context alone. */
  let others: Browser | string
  beforeAll(async () => {
    mails = await startMailServer()
    const mail = { url: mails.url, from: 'Acme <no-reply@acme.example>' }
    place = await openWorkplace({ mail, now: () => new Date(Date.now() + ahead) })
    browser = await openBrowser()
    others = await openBrowser()
  }, 60_000)
  afterAll(async () => {
    for (const one of [browser, others]) if (typeof one !== 'string') await one.close()
    await place.close()
    await mails.close()
  })

  const seen: string[] = []
  /** The next mail to an address, looked at on a phone; the others were looked at before. */
  async function mailTo(address: string) {
    const found = () =>
      mails.arrived.findIndex(({ recipients }, at) => at >= seen.length && recipients.includes(address))
    await expect.poll(found, { timeout: 20_000, interval: 20 }).toBeGreaterThanOrEqual(0)
    const mail = mails.arrived[found()]
    await lookAtNewMails()
    return mail
  }
  async function lookAtNewMails() {
    const page = await openPage({ opened: others }, { width: 320 })
    while (seen.length < mails.arrived.length) {
      const mail = mails.arrived[seen.length]
      const name = `${way.name}-mail-${seen.push(mail?.subject ?? '')}`
      expect(mail?.text, name).toBeTruthy()
      await page.setContent(mail?.html ?? '')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await lookAt(page, { name: `${name}-${colorScheme}`, isScripted: true })
      }
    }
    await page.context().close()
  }
  /** The address of the link in a mail that leads into the guide. */
  const linkIn = (mail: { html?: string | undefined } | undefined) =>
    place.base + (/https?:\/\/[^/"]+(\/g\/[\w-]+(?:\/steps\/[\w-]+)?)"/.exec(mail?.html ?? '')?.[1] ?? '/none')

  /** A page of a customer. */
  const customer = () =>
    openPage(
      { opened: others },
      { width: way.width, locale: LOCALES[language], javaScriptEnabled: isScripted, reducedMotion: 'reduce' },
    )
  async function see(page: Page, what: string) {
    await lookAt(page, { name: `${way.name}-${what}`, isScripted })
    const cut = await page
      .locator('.foot .go')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
    expect(cut, `buttons of ${what} whose words do not fit`).toEqual([])
  }
  const send = (page: Page) => arrive(page, () => page.locator('.foot button.go:visible').first().click())

  async function upload(page: Page, name: string) {
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(`order,amount\n1,${name}\n`) }
    await page.locator('#upload-files').setInputFiles(file)
    if (!isScripted) await arrive(page, () => page.locator('.drop button[type=submit]').click())
    await page.locator('[data-file][data-state=sent]', { hasText: name }).waitFor()
  }

  /** A person names a colleague for a step and everything of its role. */
  async function passOn(page: Page, step: string, name: string, email: string) {
    await page.goto(`${step}/pass-on`)
    await page.locator('[name=name]').fill(name)
    await page.locator('[name=email]').fill(email)
    await see(page, `pass-on-${name}`)
    await arrive(page, () => page.locator('main button.go').click())
    await page
      .getByText(name.split(' ')[0] ?? '')
      .first()
      .waitFor()
  }

  /** A member looks at the page of a person, which is no visit, and goes back to the plan. */
  async function memberSeesAs(member: Page, id: string, name: string) {
    const seen = async () => (await place.system.invoke(listParticipants, { id })).data
    const before = await seen()
    await member.goto(`${place.base}/w/${place.workspace_id}/enrollments/${id}`)
    if (way.width < 768) {
      await member.locator('.acts [aria-haspopup=menu]').click()
      await member.getByRole('menuitem', { name: texts.see_as.button }).click()
    } else await member.getByRole('link', { name: texts.see_as.button }).click()
    const who = member.getByLabel(texts.see_as.who)
    await who.selectOption({ label: name })
    const page = member.frameLocator(`iframe[title="${texts.see_as.frame.replace('{{name}}', name)}"]`)
    await page.locator('.nextup h2', { hasText: 'Send a sample export' }).waitFor()
    await lookAt(member, { name: `${way.name}-see-as`, isScripted: true })
    // What asks or does something leads nowhere; a step is shown.
    await page.locator('.pbar a[href$="/ask"]').click()
    await page.locator('.nextup .go').click()
    await page.locator('h1.step', { hasText: 'Send a sample export' }).waitFor()
    expect(new URL(member.url()).searchParams.get('person')).toBe(before[0]?.id)
    await member.getByRole('link', { name: texts.see_as.back }).click()
    await member.getByRole('heading', { level: 1, name: 'Northwind Logistics' }).waitFor()
    await lookAt(member, { name: `${way.name}-plan`, isScripted: true })
    expect(await seen()).toEqual(before)
  }

  test('is planned, passed on, sent back once, accepted, opened and approved; every mail on the way is looked at', async ({
    skip,
  }) => {
    if (typeof browser === 'string') return skip(browser)
    const { system, handrail } = place
    await system.invoke(updateWorkspace, { default_language: language, time_zone: 'UTC' })
    const robin = (await system.invoke(listColleagues, {})).data.find(({ name }) => name === 'editor person')
    const { data: guide } = await system.invoke(createGuide, {
      title: 'Roll out',
      roles: [
        { id: IT, name: 'IT' },
        { id: FINANCE, name: 'Finance' },
      ],
      target_after_days: 20,
      target_label: 'Go-live',
      sections: [
        {
          title: 'Connect your data',
          steps: [
            { title: 'Send a sample export', type: 'file_upload', responsible: IT, needs_review: true, ...dated(2) },
            { title: 'Set up the connection', responsible: 'team', ...dated(3) },
            { title: 'Check the row limit', responsible: 'team', internal: true, required: false },
          ],
        },
        {
          title: 'Agree',
          opens: 'after_previous',
          steps: [{ title: 'Approve the scope', type: 'approval', responsible: FINANCE, content: { markdown: SCOPE } }],
        },
      ],
    })
    const [sample = '', connect = '', hidden = '', scope = ''] = guide.sections.flatMap(({ steps }) =>
      steps.map(({ id }) => id),
    )

    // A member publishes the plan, and enrolls the primary contact.
    const member = await enter(browser, place, {
      way: { ...way, locale: LOCALES[language] },
      role: 'editor',
      path: `/guides/${guide.id}`,
    })
    await member.getByRole('button', { name: texts.editor.publish, exact: true }).click()
    const dialog = member.getByRole('dialog')
    await dialog.getByRole('button', { name: texts.publish.version.replace('{{number}}', '1') }).click()
    await dialog.waitFor({ state: 'detached' })
    const { data: northwind } = await system.invoke(createOrganisation, { name: 'Northwind Logistics' })
    const ingrid = { email: 'ingrid@northwind.example', first_name: 'Ingrid', last_name: 'Halvorsen' }
    const { data: contact } = await system.invoke(createContact, { ...ingrid, organisation_id: northwind.id, language })
    const { data: enrollment } = await system.invoke(createEnrollment, {
      contact_id: contact.id,
      guide_id: guide.id,
      assignee_id: robin?.user_id,
      send_invitation: true,
    })
    const { id } = enrollment

    // She comes by the mail, and passes the part of IT on.
    const hers = await customer()
    const herLink = linkIn(await mailTo(ingrid.email))
    await hers.goto(herLink)
    await see(hers, 'her-overview')
    expect(await hers.content()).not.toContain(hidden)
    await passOn(hers, `${herLink}/steps/${sample}`, 'Yuki Tanaka', 'yuki@northwind.example')

    // He sends a file, which is sent back once.
    const his = await customer()
    const hisLink = linkIn(await mailTo('yuki@northwind.example'))
    expect(hisLink).not.toBe(herLink)
    await his.goto(hisLink)
    await see(his, 'his-overview')
    await memberSeesAs(member, id, 'Yuki Tanaka')
    await his.goto(`${hisLink}/steps/${sample}`)
    await upload(his, 'orders.csv')
    await send(his)
    await member.goto(`${place.base}/w/${place.workspace_id}/work`)
    const row = (title: string) => member.getByRole('listitem').filter({ hasText: title }).first()
    await row('Send a sample export').getByRole('button', { name: texts.work.review }).click()
    const panel = member.getByRole('dialog', { name: 'Send a sample export' })
    await panel.getByRole('button', { name: texts.review.change, exact: true }).click()
    await member.keyboard.type('Please export the whole month.')
    await panel.getByRole('button', { name: texts.review.send_now, exact: true }).click()
    await lookAt(member, { name: `${way.name}-review`, isScripted: true })
    await panel.getByRole('button', { name: texts.review.ask_for_one.replace('{{count}}', '1') }).click()
    await panel.waitFor({ state: 'detached' })
    const sentBack = await mailTo('yuki@northwind.example')
    await his.goto(linkIn(sentBack))
    expect(new URL(his.url()).pathname).toBe(`${new URL(hisLink).pathname}/steps/${sample}`)
    await his.getByText('Please export the whole month.').first().waitFor()
    await see(his, 'sent-back')
    await upload(his, 'orders-whole-month.csv')
    await send(his)
    await row('Send a sample export').getByRole('button', { name: texts.work.review }).click()
    await panel.getByRole('button', { name: texts.review.accept, exact: true }).click()
    await panel.waitFor({ state: 'detached' })

    // On the next working morning, each person gets one mail at most, and only what is theirs.
    const before = mails.arrived.length
    const day = new Date()
    do day.setUTCDate(day.getUTCDate() + 1)
    while (day.getUTCDay() % 6 === 0)
    ahead = day.setUTCHours(8, 5, 0, 0) - Date.now()
    await handrail.upkeep()
    const waiting = async () => (await system.invoke(listEmails, { status: 'waiting' })).data.length
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
    await lookAtNewMails()
    const morning = mails.arrived.slice(before).flatMap(({ recipients }) => recipients)
    expect(new Set(morning).size).toBe(morning.length)
    expect(morning).toContain('editor@example.com')
    expect(morning).not.toContain('yuki@northwind.example')

    // What is the team's is done in My work; with it the next section opens.
    await hers.goto(`${herLink}/steps/${scope}`)
    expect(await hers.content()).not.toContain('3 dashboards')
    await see(hers, 'closed')
    await member.reload()
    await row('Set up the connection').getByRole('button', { name: texts.work.done }).click()
    await expect
      .poll(async () => (await system.invoke(getEnrollment, { id })).data.completed_step_ids)
      .toEqual(expect.arrayContaining([sample, connect]))
    await system.invoke(operations.completeStep, { id, step_id: hidden })

    // Finance approves, which completes the plan.
    await passOn(hers, `${herLink}/steps/${scope}`, 'Mo Cole', 'mo@northwind.example')
    const mo = await customer()
    const moLink = linkIn(await mailTo('mo@northwind.example'))
    await mo.goto(`${moLink}/steps/${scope}`)
    await mo.locator('#name').fill('Mo Cole')
    await see(mo, 'approval')
    await send(mo)
    await expect.poll(async () => (await system.invoke(getEnrollment, { id })).data.status).toBe('completed')
    await mo.goto(`${moLink}/steps/${scope}/record`)
    await see(mo, 'record')
    await mailTo('editor@example.com')
    await member.goto(`${place.base}/w/${place.workspace_id}/work`)
    await member.getByText(texts.work.none_mine).waitFor()
    await lookAt(member, { name: `${way.name}-nothing-due`, isScripted: true })
    expect((await system.invoke(listWork, { of: 'everybody' })).data).toEqual([])

    // No customer ever got an internal step, or the link of somebody else.
    const toCustomers = mails.arrived.filter(({ recipients }) =>
      recipients.some((one) => one.endsWith('northwind.example')),
    )
    for (const { raw, html = '', recipients } of toCustomers) {
      expect(raw + html).not.toContain('Check the row limit')
      const [own = ''] = [herLink, hisLink, moLink].filter((link) => html.includes(new URL(link).pathname))
      const owner = { [herLink]: ingrid.email, [hisLink]: 'yuki@northwind.example', [moLink]: 'mo@northwind.example' }
      expect(recipients).toEqual([owner[own]])
    }
  }, 240_000)
})

import { operations } from '@handrail/core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { look, WIDTHS } from '../../../../../test/browser/browser.ts'
import { invite, publish } from '../../../test/support/player.ts'
import { usePlayer } from '../../../test/support/player-browser.ts'

const { changeGuideDraft, listParticipants, publishGuide } = operations

const { needsBrowser, openPage, player } = usePlayer()

/** The most bytes of a page as the browser fetches it for the first time: headers, styles and script included. */
const MAX_PAGE_BYTES = 18_400

const text = (name: string, label: string) => ({ name, label, kind: 'text' as const, required: true })

/** A guide with a target, a step for IT, one for Finance, and a form and a text for anyone; three steps are due on dates. */
async function published() {
  const { bound } = player().sample
  const made = await publish(bound, {
    title: 'Go live with Larkspur',
    roles: [{ name: 'IT' }, { name: 'Finance' }],
    target_after_days: 14,
    target_label: 'Go-live',
    sections: [
      {
        title: 'Connect your data',
        steps: [
          {
            title: 'Tell us where your data lives',
            type: 'form',
            content: { fields: [text('company', 'Company'), text('city', 'City')] },
          },
          {
            title: 'Create a read-only user',
            type: 'checklist',
            content: { items: ['Open the settings', 'Create it'] },
          },
          { title: 'Approve the invoice', estimated_minutes: 5, content: { markdown: 'Look at the **sum**.' } },
          { title: 'Read about the dashboards', required: false },
        ],
      },
    ],
  })
  const steps = made.sections[0]?.steps ?? []
  const changes = [0, 1, 2].map((at) => ({
    action: 'set_step' as const,
    id: steps[at]?.id ?? '',
    responsible: made.roles[at - 1]?.id ?? 'anyone',
    due: { days: 2 * at, from: 'enrolled' as const, calendar_days: true },
  }))
  await bound.invoke(changeGuideDraft, { id: made.id, changes })
  return (await bound.invoke(publishGuide, { id: made.id })).data
}

const PHONE = { width: WIDTHS.phone, height: 844 }
const DESKTOP = { width: WIDTHS.desktop, height: 800 }
const COLOURS = ['color-contrast', 'link-in-text-block']

describe.each([
  { place: 'phone', viewport: PHONE, isScripted: true },
  { place: 'desktop', viewport: DESKTOP, isScripted: true },
  { place: 'phone', viewport: PHONE, isScripted: false },
])(
  'two people with links of their own on a $place, with JavaScript: $isScripted',
  ({ place, viewport, isScripted }) => {
    async function lookAt(page: Page, shown: string): Promise<void> {
      const name = `people-${place}-${isScripted ? 'scripted' : 'plain'}-${shown}`
      await look(page, { name, isScripted })
      await page.emulateMedia({ colorScheme: 'dark' })
      await look(page, { name: `${name}-dark`, isScripted, rules: COLOURS })
      await page.emulateMedia({ colorScheme: 'light' })
    }

    test('a section that opens later says what it waits for, on the overview and at the address of its steps', async (context) => {
      needsBrowser(context)
      const { base, sample } = player()
      const read = { title: 'Read this' }
      const guide = await publish(sample.bound, {
        title: 'Go live with Larkspur',
        sections: [
          { title: 'Connect your data', steps: [read, { title: 'Connect and check the data', responsible: 'team' }] },
          { title: 'Build your dashboards', opens: 'after_previous', steps: [read, read, read] },
          {
            title: 'Train your people',
            opens: 'by_team',
            waiting_message: 'Once the dashboards are ready.',
            steps: [read],
          },
          { title: 'Go live', opens: { days: 13, from: 'enrolled', calendar_days: true }, steps: [read] },
        ],
      })
      const { path } = await invite(sample.bound, guide.id, { first_name: 'Ingrid' })
      const page = await openPage({ viewport, locale: 'en-GB', javaScriptEnabled: isScripted, reducedMotion: 'reduce' })
      await page.goto(base + path)
      await page.getByText('2 steps to go: 1 yours, 1 ours.').waitFor()
      expect(await page.getByRole('link', { name: /Build|Train|Go live$/ }).count()).toBe(0)
      await lookAt(page, 'closed-overview')
      await page.goto(`${base}${path}/steps/${guide.sections[1]?.steps[0]?.id}`)
      await page.getByRole('heading', { name: 'Build your dashboards' }).waitFor()
      await lookAt(page, 'closed-step')
      await page.getByRole('link', { name: 'To the overview' }).click()
      await page.waitForURL(base + path)
    })

    test('one invites, passes on and acts, and the other sees it', async (context) => {
      needsBrowser(context)
      const { base, sample } = player()
      const guide = await published()
      const { path, id } = await invite(sample.bound, guide.id, { first_name: 'Ingrid', last_name: 'Halvorsen' })
      const way = { viewport, locale: 'en-GB', javaScriptEnabled: isScripted, reducedMotion: 'reduce' as const }
      const [ingrid, tomasz] = [await openPage(way), await openPage(way)]
      await ingrid.goto(base + path)
      await lookAt(ingrid, 'alone')
      await ingrid.getByRole('link', { name: 'Pass it on Create a read-only user' }).click()
      await ingrid.getByLabel('Name').fill('Tomasz Wiśniewski')
      await ingrid.getByLabel('E-mail').fill('tomasz')
      await ingrid.getByRole('button', { name: 'Pass it on' }).click()
      await ingrid.getByText('This is not an e-mail address').waitFor()
      expect(await ingrid.getByLabel('Name').inputValue()).toBe('Tomasz Wiśniewski')
      await lookAt(ingrid, 'pass-on-refused')
      const email = `t${Math.random().toString(36).slice(2)}@oakline.example`
      await ingrid.getByLabel('E-mail').fill(email)
      await ingrid.getByRole('button', { name: 'Pass it on' }).click()
      await ingrid.getByText('Tomasz is invited').waitFor()
      await lookAt(ingrid, 'invited')

      const [participant] = (await sample.bound.invoke(listParticipants, { id })).data
      const his = base + new URL(participant?.url ?? '').pathname
      await tomasz.goto(his)
      await tomasz.getByText('Ingrid Halvorsen invited you.').waitFor()
      await lookAt(tomasz, 'first-visit')
      await tomasz.getByRole('link', { name: 'Yours 3' }).click()
      await tomasz.getByRole('heading', { name: 'To do' }).waitFor()
      await lookAt(tomasz, 'yours')
      if (isScripted) {
        await tomasz.goto(his)
        await tomasz.waitForURL(`${his}?steps=yours`)
      }

      // Both have the form open.
      const form = `/steps/${guide.sections[0]?.steps[0]?.id}`
      await ingrid.goto(base + path + form)
      await lookAt(ingrid, 'step-anyone')
      const fill = async (page: Page, company: string, city: string) => {
        await page.getByLabel('Company').fill(company)
        await page.getByLabel('City').fill(city)
        await page.getByRole('button', { name: /^Save/ }).click()
        await page.waitForURL((url) => !url.pathname.endsWith(form))
      }
      await fill(ingrid, 'Northwind', 'Oslo')
      await Promise.all([ingrid.goto(base + path + form), tomasz.goto(his + form)])
      await fill(ingrid, 'Northwind AS', 'Bergen')
      await fill(tomasz, 'Northwind Ltd', 'Oslo')
      await tomasz.getByText('Ingrid changed 2 answers meanwhile.').waitFor()
      await lookAt(tomasz, 'step-his')
      await tomasz.goto(`${his}/answers`)
      for (const shown of ['Northwind Ltd', 'Bergen']) await tomasz.getByText(shown).waitFor()

      await ingrid.goto(`${base}${path}/steps/${guide.sections[0]?.steps[1]?.id}`)
      await ingrid.getByText('Tomasz does this').waitFor()
      await lookAt(ingrid, 'step-others')
      await tomasz.goto(`${his}/steps/${guide.sections[0]?.steps[1]?.id}`)
      for (const item of ['Open the settings', 'Create it']) {
        await tomasz.getByRole('button', { name: item }).click()
        await tomasz.getByRole('button', { name: item, pressed: true }).waitFor()
      }
      await tomasz.getByRole('button', { name: 'Done, next step' }).click()
      await tomasz.getByRole('heading', { level: 1, name: 'Read about the dashboards' }).waitFor()
      await tomasz.goto(his)
      await lookAt(tomasz, 'waits')
      await ingrid.goto(base + path)
      await ingrid
        .getByText(/Tomasz, \d+ \w+/)
        .first()
        .waitFor()
      await lookAt(ingrid, 'overview')
      await ingrid.goto(`${base}${path}/invite`)
      await lookAt(ingrid, 'invite')
      await sample.bound.invoke(operations.deleteParticipant, { id, participant_id: participant?.id ?? '' })
      await tomasz.goto(his)
      await tomasz.getByRole('heading', { name: 'You no longer take part here' }).waitFor()
      await lookAt(tomasz, 'removed')
    }, 180_000)
  },
)

test('pages with several people have at most 18.4 KB compressed, in three files', async (context) => {
  needsBrowser(context)
  const { base, sample } = player()
  const guide = await published()
  const { path } = await invite(sample.bound, guide.id)
  const steps = guide.sections[0]?.steps ?? []
  for (const place of ['', '?steps=all', `/steps/${steps[1]?.id}`, `/steps/${steps[1]?.id}/pass-on`, '/invite']) {
    const page = await openPage()
    const sizes: Record<string, number> = {}
    page.on('response', async (response) => {
      const { responseBodySize, responseHeadersSize } = await response.request().sizes()
      sizes[new URL(response.url()).pathname.split('.')[1] ?? 'page'] = responseBodySize + responseHeadersSize
    })
    await page.goto(`${base}${path}${place}`, { waitUntil: 'networkidle' })
    expect(Object.keys(sizes).sort(), place).toEqual(['css', 'js', 'page'])
    expect(
      Object.values(sizes).reduce((sum, size) => sum + size, 0),
      place,
    ).toBeLessThanOrEqual(MAX_PAGE_BYTES)
  }
})

test('steps of the team have its square mark and no button, on a phone and beside the outline', async (context) => {
  needsBrowser(context)
  const { base, sample } = player()
  const guide = await publish(sample.bound, {
    title: 'Go live with Larkspur',
    sections: [
      {
        title: 'Connect your data',
        steps: [
          { title: 'Tell us where your data lives' },
          { title: 'Connect and check the data', responsible: 'team', content: { markdown: 'We **connect** it.' } },
          { title: 'Look at the dashboards' },
        ],
      },
    ],
  })
  const { id, path } = await invite(sample.bound, guide.id, { first_name: 'Ingrid' })
  const [first, ours] = guide.sections[0]?.steps.map((step) => step.id) ?? []
  await sample.bound.invoke(operations.completeStep, { id, step_id: first ?? '' })
  const page = await openPage({ viewport: PHONE, locale: 'en-GB', reducedMotion: 'reduce' as const })
  for (const [place, name] of [
    ['', 'overview'],
    ['?steps=yours', 'yours'],
    [`/steps/${ours}`, 'step'],
  ] as const) {
    await page.setViewportSize(PHONE)
    await page.goto(`${base}${path}${place}`)
    await page.getByText('We do this.').first().waitFor()
    if (name === 'step') expect(await page.locator('button.go').count()).toBe(0)
    await look(page, { name: `team-${name}-phone`, isScripted: true })
    await page.setViewportSize(DESKTOP)
    await page.emulateMedia({ colorScheme: 'dark' })
    await look(page, { name: `team-${name}-desktop-dark`, isScripted: true })
    await page.emulateMedia({ colorScheme: 'light' })
  }
})

import { operations } from '@handrail/core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const { createContact, createEnrollment, createGuide, createOrganisation, createWebhookEndpoint, publishGuide } =
  operations

const here = useWorkplace()
const PATHS = [
  '/customers',
  '/enrollments',
  '/contacts',
  '/organisations',
  '/guides',
  '/outbox',
  '/settings/members',
  '/settings/webhooks',
  '/settings/audit-log',
  '/settings/account',
  '/settings/assistants',
  '/analytics',
]
const PICTURED = ['/enrollments', '/contacts', '/guides']
const WIDTHS = [320, 390, 768, 900, 1023, 1024, 1280, 1440] as const

const LONG = 'Bartholomew-Constantine Featherstonehaugh-Cholmondeley of the Northern Territories'

beforeAll(async () => {
  const { system } = here.place
  const { data: organisation } = await system.invoke(createOrganisation, {
    name: `${LONG} and Partners Limited`,
    domain: 'a-very-long-domain-name.of-an-organisation.example',
  })
  const guide = { title: `How ${LONG} begins`, sections: [{ title: 'S', steps: [{ title: 'One' }] }] }
  const { data } = await system.invoke(createGuide, guide)
  await system.invoke(publishGuide, { id: data.id })
  for (let n = 0; n < 3; n++) {
    const email = `a.very.long.address.of.a.contact.${n}@a-very-long-domain-name.example`
    const fields = { email, first_name: LONG.slice(0, 40), last_name: LONG, organisation_id: organisation.id }
    const { data: contact } = await system.invoke(createContact, fields)
    await system.invoke(createEnrollment, { contact_id: contact.id, guide_id: data.id, send_invitation: true })
  }
  await system.invoke(createWebhookEndpoint, {
    url: 'https://hooks.a-very-long-domain-name.example/with/a/long/path/too',
    events: ['contact.*'],
  })
})

test('every list holds at every width: no page overflows, and no column is as wide as a letter', async ({ skip }) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const { base, workspace_id } = here.place
  const way: Way = { name: 'widths', width: WIDTHS[0], colorScheme: 'light' }
  const page = await enter(here.browser, here.place, { way })
  const { heading } = handsOf(page, way)
  await heading('Overview')
  const faults: string[] = []
  // Each page is opened once and follows its window, as when somebody turns a tablet; `every-page` opens it at the widths most used.
  for (const path of PATHS) {
    await page.goto(`${base}/w/${workspace_id}${path}`)
    await page.locator('main tbody tr, main .rows li, main .to-copy').first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await drawn(page)
      if (PICTURED.includes(path)) await look(page, { ...way, name: `widths-${width}` }, path.slice(1))
      faults.push(...(await faultsOf(page)).map((fault) => `${width} px: ${path} ${fault}`))
    }
    await page.setViewportSize({ width: WIDTHS[0], height: 800 })
  }
  expect(faults).toEqual([])
}, 180_000)

/** Until the page has been drawn at a new width. */
function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const narrow = [...document.querySelectorAll<HTMLElement>('main td, main th')].filter(
      (cell) =>
        cell.offsetWidth > 0 &&
        (cell.textContent ?? '').trim().length > 4 &&
        cell.clientWidth < 56 &&
        getComputedStyle(cell).fontSize !== '0px',
    )
    const tall = [...document.querySelectorAll<HTMLElement>('main tbody tr')].filter((row) => row.offsetHeight > 190)
    const wide = [...document.querySelectorAll<HTMLElement>('main .card.table')].filter(
      (card) => card.scrollWidth > card.clientWidth + 1,
    )
    return [
      ...(scrollWidth > clientWidth ? [`overflows by ${scrollWidth - clientWidth}`] : []),
      ...narrow.map((cell) => `narrow: ${cell.textContent?.slice(0, 30)}`),
      ...tall.map((row) => `tall ${row.offsetHeight}: ${row.textContent?.slice(0, 40)}`),
      ...wide.map((card) => `card scrolls by ${card.scrollWidth - card.clientWidth}`),
    ]
  })
}

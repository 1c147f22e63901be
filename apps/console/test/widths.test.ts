import { operations } from '@handrail/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const { createContact, createEnrollment, createGuide, createOrganisation, createWebhookEndpoint, publishGuide } =
  operations

const here = useWorkplace()
const PATHS = [
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
const WIDTHS = [320, 390, 768, 900, 1023, 1024, 1280, 1440]

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

describe.each(WIDTHS)('lists at %i px', (width) => {
  test('every list holds: no page overflows, and no column is as wide as a letter', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { base, workspace_id } = here.place
    const way: Way = { name: `widths-${width}`, width, colorScheme: 'light' }
    const page = await enter(here.browser, here.place, { way })
    const { heading } = handsOf(page, way)
    await heading('Overview')
    const faults: string[] = []
    for (const path of PATHS) {
      await page.goto(`${base}/w/${workspace_id}${path}`)
      await page.locator('main tbody tr, main .rows li, main .to-copy').first().waitFor()
      await page.evaluate(() => document.fonts.ready)
      if (PICTURED.includes(path)) await look(page, way, path.slice(1))
      const found = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        const narrow = [...document.querySelectorAll<HTMLElement>('main td, main th')].filter(
          (cell) =>
            cell.offsetWidth > 0 &&
            (cell.textContent ?? '').trim().length > 4 &&
            cell.clientWidth < 56 &&
            getComputedStyle(cell).fontSize !== '0px',
        )
        const tall = [...document.querySelectorAll<HTMLElement>('main tbody tr')].filter(
          (row) => row.offsetHeight > 190,
        )
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
      faults.push(...found.map((fault) => `${path} ${fault}`))
    }
    expect(faults).toEqual([])
  }, 90_000)
})

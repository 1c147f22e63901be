import { generateKeyPairSync } from 'node:crypto'
import { Readable } from 'node:stream'
import { operations } from '@handrail/core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { look as lookAt, WIDTHS } from '../../../test/browser/browser.ts'
import { PAGE_PATHS, SETTING_PATHS, WHOLE_PATHS } from '../src/app/paths.ts'
import { enter, useWorkplace, type Way } from './workplace.ts'

const {
  createApiKey,
  createApplication,
  createContact,
  createEnrollment,
  createGuide,
  createImport,
  createOrganisation,
  createWebhookEndpoint,
  publishGuide,
} = operations

/** Each in light and in dark, where the colours alone differ. */
const WAYS: Way[] = [
  { name: 'every-desktop', width: WIDTHS.desktop, colorScheme: 'light' },
  { name: 'every-phone', width: WIDTHS.phone, colorScheme: 'light', locale: 'de-DE' },
]
const COLOURS = ['color-contrast', 'link-in-text-block']
/** The first keys of texts that few pages load: a key on a page is a text that its route does not load. */
const KEY =
  /(?:settings|account|assistants|own_connections|second_factor|scopes|mail_server|mail_texts|kept_mail|audit|work|plan|plan_timeline|customers)\.[a-z_]/
const PATHS = [...PAGE_PATHS, ...WHOLE_PATHS, ...SETTING_PATHS.map((path) => `/settings${path}`)]

const here = useWorkplace()

describe.each(WAYS)('every page of the console, $name', (way) => {
  test('fits the window, and has no violation of axe rules, in light and dark', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const ids = await fillWorkplace(way.name)
    const faults: string[] = []
    const page = await enter(here.browser, here.place, { way, faults })
    await page.locator('h1').waitFor()
    for (const path of PATHS) {
      const [, folder = ''] = /([^/]+)\/\$id/.exec(path) ?? []
      const id = ids[folder]
      expect(!path.includes('$id') || id, `a record to look at ${path}`).toBeTruthy()
      await page.goto(`${here.place.base}/w/${here.place.workspace_id}${path.replace('$id', id ?? '')}`)
      await isFilled(page)
      // Errors first: an error page has no other fault.
      expect(faults, path).toEqual([])
      expect(await page.locator('body').textContent(), path).not.toMatch(KEY)
      const name = `${way.name}${path.replace(/\W+/g, '-')}`
      await lookAt(page, { name, isScripted: true })
      await page.emulateMedia({ colorScheme: 'dark' })
      await lookAt(page, { name: `${name}-dark`, isScripted: true, rules: COLOURS })
      await page.emulateMedia({ colorScheme: 'light' })
    }
    expect(faults).toEqual([])
  }, 300_000)
})

/** Whether the content is loaded, not only its skeleton. */
async function isFilled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await expect.poll(() => page.locator('.shape').count()).toBe(0)
}

/** One of each kind of record. @returns their ids, by the name that the address has for them */
async function fillWorkplace(name: string): Promise<Record<string, string>> {
  const { system } = here.place
  const organisation = (await system.invoke(createOrganisation, { name: `Harbour of ${name}` })).data
  const contact = await system.invoke(createContact, {
    email: `somebody.with.a.long.address@${name}.example`,
    first_name: 'Maximiliane',
    last_name: 'Featherstonehaugh',
    organisation_id: organisation.id,
  })
  const guide = await system.invoke(createGuide, {
    title: 'Everything about your first payroll',
    sections: [
      {
        title: 'About your company',
        steps: [
          { title: 'How the next two weeks work' },
          { title: 'Check contracts and rates', type: 'checklist', content: { items: ['Contracts', 'Rates'] } },
        ],
      },
    ],
  })
  await system.invoke(publishGuide, { id: guide.data.id })
  const enrolled = { contact_id: contact.data.id, guide_id: guide.data.id }
  const endpoint = { url: 'https://hooks.example.com/a/rather/long/path/to/it', events: ['enrollment.*'] }
  const content = Readable.from([Buffer.from('E-mail,First name\nnobody@@example.com,Nobody\n')])
  const file = { resource: 'contacts' as const, name: 'customers-of-november.csv', content }
  await system.invoke(createApiKey, { name: 'CRM sync', scopes: ['contacts:read', 'enrollments:read'] })
  const application = await system.invoke(createApplication, {
    name: 'Nightly sync with the accounts',
    redirect_uris: ['https://sync.example/callback'],
    scopes: ['contacts:read', 'enrollments:read'],
    client_credentials_role: 'editor',
    jwks: { keys: [generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })] },
  })
  return {
    applications: application.data.id,
    organisations: organisation.id,
    contacts: contact.data.id,
    guides: guide.data.id,
    enrollments: (await system.invoke(createEnrollment, enrolled)).data.id,
    webhooks: (await system.invoke(createWebhookEndpoint, endpoint)).data.id,
    imports: (await system.invoke(createImport, file)).data.id,
  }
}

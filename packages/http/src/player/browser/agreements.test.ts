import { operations } from '@handrail/core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { arrive, look, WIDTHS } from '../../../../../test/browser/browser.ts'
import { invite, publish } from '../../../test/support/player.ts'
import { usePlayer } from '../../../test/support/player-browser.ts'

const { listApprovals, listSubmissions, reviewSubmission, uploadMedia } = operations

const { needsBrowser, openPage, player } = usePlayer()

const PHONE = { width: WIDTHS.phone, height: 844 }
const DESKTOP = { width: WIDTHS.desktop, height: 800 }
const COLOURS = ['color-contrast', 'link-in-text-block']
const text = (name: string, label: string) => ({ name, label, kind: 'text' as const, required: true })

/** A guide with a form and files that are reviewed, and a text that is approved. */
async function published() {
  const { bound } = player().sample
  const content = (async function* () {
    yield Buffer.from('%PDF-1.7\nThe scope of the first release')
  })()
  const { data: scope } = await bound.invoke(uploadMedia, { name: 'scope.pdf', content })
  const name = 'Scope of the first release for Northwind Logistics, version 2.pdf'
  const markdown =
    'Until 15 December we build:\n\n- **3 dashboards**: orders, on-time delivery, cost\n- **Training** for 12 managers'
  return publish(bound, {
    title: 'Go live with Larkspur',
    sections: [
      {
        title: 'Connect your data',
        steps: [
          {
            title: 'Who may see what',
            type: 'form',
            needs_review: true,
            content: { fields: [text('who', 'Who signs in first?'), text('mail', 'Language of the mails')] },
          },
          { title: 'Send a sample export', type: 'file_upload', needs_review: true },
          {
            title: 'Approve the scope',
            type: 'approval',
            estimated_minutes: 5,
            content: { markdown, documents: [{ name, url: scope.url }] },
          },
        ],
      },
    ],
  })
}

describe.each([
  { place: 'phone', viewport: PHONE, locale: 'en-GB', isScripted: true },
  { place: 'desktop', viewport: DESKTOP, locale: 'de-DE', isScripted: false },
])(
  'reviews and approvals on a $place in $locale, with JavaScript: $isScripted',
  ({ place, viewport, locale, isScripted }) => {
    async function lookAt(page: Page, shown: string): Promise<void> {
      const name = `agreements-${place}-${isScripted ? 'scripted' : 'plain'}-${shown}`
      await look(page, { name, isScripted })
      await page.emulateMedia({ colorScheme: 'dark' })
      await look(page, { name: `${name}-dark`, isScripted, rules: COLOURS })
      await page.emulateMedia({ colorScheme: 'light' })
    }

    test('what is sent is sent back once, accepted, and a text is approved', async (context) => {
      needsBrowser(context)
      const { base, sample } = player()
      const guide = await published()
      const [form, files, scope] = guide.sections[0]?.steps ?? []
      const { id, path } = await invite(sample.bound, guide.id, { first_name: 'Ingrid', last_name: 'Halvorsen' })
      const page = await openPage({ viewport, locale, javaScriptEnabled: isScripted, reducedMotion: 'reduce' })
      const open = (step: { id: string } | undefined, place = '') =>
        page.goto(`${base}${path}/steps/${step?.id}${place}`, { waitUntil: 'networkidle' })
      const send = () => arrive(page, () => page.locator('.foot button.go').first().click())
      const review = async (step: { id: string } | undefined, given: (file_id: string) => object = () => ({})) => {
        const { data } = await sample.bound.invoke(listSubmissions, { id, step_id: step?.id })
        const { id: submission_id = '', revision = 1, files: sent = [] } = data[0] ?? {}
        const change = given(sent[0]?.id ?? '')
        await sample.bound.invoke(reviewSubmission, { id, submission_id, revision, decision: 'accept', ...change })
      }

      await open(form)
      await page.locator('#f0').fill('Charlotte Nguyen')
      await page.locator('#f1').fill('German')
      await send()
      await open(form)
      await lookAt(page, 'form-sent')
      await review(form, () => ({
        decision: 'request_changes',
        note: 'Thank you, nearly there.',
        notes: { who: 'Who signs in first if Charlotte is away?' },
      }))
      await page.goto(`${base}${path}`)
      await lookAt(page, 'overview-changes')
      await open(form)
      await lookAt(page, 'form-changes')
      expect(await page.locator('#f0').inputValue()).toBe('Charlotte Nguyen')
      await send()
      expect(page.url()).toContain('unchanged=1')
      await lookAt(page, 'form-unchanged')
      await page.locator('#f0').fill('Charlotte Nguyen, else Oluwaseun')
      await send()
      await review(form)
      await open(form)
      await lookAt(page, 'form-accepted')

      await open(files)
      const choose = (name: string) =>
        page
          .locator('#upload-files')
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`order\n${name}\n`) })
      const upload = async (name: string) => {
        await choose(name)
        if (!isScripted) await arrive(page, () => page.locator('.drop button[type=submit]').click())
        await page.locator('[data-file][data-state=sent]', { hasText: name }).waitFor()
      }
      await upload('orders-august-2026-all-warehouses.csv')
      await upload('customers.csv')
      await page.locator('#comment').fill('Delivery times are in UTC.')
      await send()
      await review(files, (first) => ({
        decision: 'request_changes',
        note: 'The customers are fine.',
        notes: { [first]: 'The orders stop at row 20,000: please export the whole month.' },
      }))
      await open(files)
      await lookAt(page, 'files-changes')
      await upload('orders-whole-month.csv')
      await send()
      await review(files)
      await open(files)
      await lookAt(page, 'files-accepted')

      await open(scope)
      await lookAt(page, 'approval')
      await send()
      await lookAt(page, 'approval-nameless')
      await open(scope, '?changes=1')
      await lookAt(page, 'approval-changes')
      await page.locator('#note').fill('Four dashboards, please.')
      await send()
      await lookAt(page, 'approval-asked')
      await page.locator('#name').fill('Ingrid Halvorsen')
      await send()
      const { data: approvals } = await sample.bound.invoke(listApprovals, { id })
      expect(approvals.map(({ decision }) => decision)).toEqual(['approved', 'changes_requested'])
      await open(scope)
      await lookAt(page, 'approval-given')
      await arrive(page, () => page.locator('.note a').click())
      await lookAt(page, 'record')
      const download = await fetch(`${base}${await page.locator('a.file').getAttribute('href')}`)
      expect(download.headers.get('content-disposition')).toBe('attachment')
      expect(await download.text()).toContain('The scope of the first release')
    })
  },
)

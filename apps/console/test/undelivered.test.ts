import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const { createContact, createEnrollment, createGuide, publishGuide } = operations

const way: Way = {
  name: 'desktop-light',
  width: WIDTHS.desktop,
  colorScheme: 'light',
  also: [{ name: 'phone-dark', width: WIDTHS.phone, colorScheme: 'dark' }],
}
const SECTIONS = [{ title: 'First day', steps: [{ title: 'Read this' }] }]

describe('mail that did not arrive, in the console', () => {
  const here = useWorkplace()

  async function invite(guide_id: string, first_name: string) {
    const { system } = here.place
    const { data: contact } = await system.invoke(createContact, { email: `${first_name}@example.com`, first_name })
    await system.invoke(createEnrollment, { contact_id: contact.id, guide_id, send_invitation: true })
  }

  test('it needs attention, and its enrollment gives the reason and what to do', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system, handrail, base, workspace_id } = here.place
    const { data: guide } = await system.invoke(createGuide, { title: 'Followed', sections: SECTIONS })
    await system.invoke(publishGuide, { id: guide.id })
    await invite(guide.id, 'Maya')
    // As the sender records it when a mail server rejects a mail.
    const error = 'The mail server rejected the mail: 550 nobody of that name'
    await handrail.database.write(async ({ db, tables: { emails } }) => {
      await db.update(emails).set({ status: 'failed', error })
    })
    await invite(guide.id, 'Noor')

    const page = await enter(here.browser, here.place, { way, role: 'editor' })
    const { heading } = handsOf(page, way)
    await heading('Overview')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Maya' })
      .getByText('Mail about Followed did not arrive')
      .waitFor()
    await look(page, way, 'undelivered-overview')
    await page.getByRole('listitem').filter({ hasText: 'Maya' }).getByRole('link', { name: 'See why' }).click()
    await heading('Maya')
    const note = page.getByRole('region', { name: 'Mail that did not arrive' })
    await note.getByText('The mail server refused the mail: 550 nobody of that name').waitFor()
    await page.getByText('Not delivered: “').waitFor()
    await look(page, way, 'undelivered')
    await note.getByRole('link', { name: 'Check the address' }).click()
    await heading('Maya')

    await page.goto(`${base}/w/${workspace_id}/enrollments`)
    await heading('Enrollments')
    await expect.poll(() => page.getByText('Mail did not arrive').count()).toBe(1)
    expect(await page.getByText('Kept: no mail server').count()).toBe(1)
    await look(page, way, 'undelivered-rows')
    await page.getByRole('link', { name: 'Noor' }).click()
    await note.getByText('There is no mail server: copy the link and pass it on.').waitFor()
    expect(await note.getByRole('button').count(), 'nothing can be sent').toBe(0)

    await page.goto(`${base}/w/${workspace_id}/enrollments`)
    await heading('Enrollments')
    await page.getByRole('button', { name: 'Enroll contacts' }).first().click()
    const send = page.getByRole('dialog').getByLabel('Mail the link now')
    await page.getByText('There is no mail server: the mail would stay in the outbox.').waitFor()
    expect(await send.isChecked()).toBe(false)
    await look(page, way, 'enroll-without-mail-server')
  }, 120_000)
})

describe('mail that was kept, in the console', () => {
  // A mail server that is not there: port 9 takes nothing.
  const here = useWorkplace({ mail: { url: 'smtp://127.0.0.1:9', from: 'Handrail <no-reply@example.com>' } })

  test('it is offered for sending once there is a mail server', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system, handrail, base, workspace_id } = here.place
    const { data: guide } = await system.invoke(createGuide, { title: 'Followed', sections: SECTIONS })
    await system.invoke(publishGuide, { id: guide.id })
    const { data: contact } = await system.invoke(createContact, { email: 'maya@example.com', first_name: 'Maya' })
    const enrolled = { contact_id: contact.id, guide_id: guide.id }
    const { data: enrollment } = await system.invoke(createEnrollment, { ...enrolled, send_invitation: true })
    // As it is queued without a mail server.
    await handrail.database.write(async ({ db, tables: { emails } }) => {
      await db.update(emails).set({ status: 'kept', next_attempt_at: null, waiting_for: null, lease_until: null })
    })

    const way: Way = { name: 'kept-mail', width: WIDTHS.desktop, colorScheme: 'light' }
    const page = await enter(here.browser, here.place, { way, role: 'editor', path: '/outbox' })
    const { press, said } = handsOf(page, way)
    await page.getByText('1 mail was kept while there was no mail server').waitFor()
    await look(page, way, 'outbox')
    await press('Review and send')
    await page.getByRole('row').filter({ hasText: 'Pass it on' }).waitFor()
    await page.goto(`${base}/w/${workspace_id}/enrollments/${enrollment.id}`)
    await page.getByText('You can send it now.').waitFor()
    await press('Send it now')
    await said('It is being sent')
    await expect.poll(() => page.getByText('You can send it now.').count()).toBe(0)
  }, 60_000)
})

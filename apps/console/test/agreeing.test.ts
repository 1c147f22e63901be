import { operations } from '@handrail/core'
import { expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { openEditor, said, title, WAY } from './editor.ts'
import { handsOf, look, useWorkplace } from './workplace.ts'

const { createGuide, getGuide, getGuideDraft, listColleagues } = operations

const here = useWorkplace()

const PDF = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

test('a review and an approval are set in the editor, belong to the changes, and are published', async ({ skip }) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const { system } = here.place
  const fields = [{ name: 'who', label: 'Who signs in first?', kind: 'text' as const }]
  const steps = [{ title: 'Tell us', type: 'form' as const, content: { fields } }, { title: 'Scope' }]
  const { data: guide } = await system.invoke(createGuide, { title: 'Shared', sections: [{ title: 'One', steps }] })
  const { id } = guide
  const stored = async () => (await system.invoke(getGuideDraft, { id })).data.sections[0]?.steps ?? []
  const faults: string[] = []
  const page = await openEditor(here.browser, here.place, `/guides/${id}`, { role: 'admin', faults })
  const { press } = handsOf(page, WAY)
  const plan = page.getByRole('tabpanel', { name: 'Who and when' })
  const review = plan.getByRole('switch', { name: /^We check what is sent/ })

  await press('Who and when: Anyone of the customer')
  await review.check()
  await plan.getByLabel('Checked by').selectOption({ label: 'admin person' })
  const admin = (await system.invoke(listColleagues, {})).data.find(({ name }) => name === 'admin person')
  await expect.poll(async () => (await stored())[0]).toMatchObject({ needs_review: true, reviewer_id: admin?.user_id })
  await page.getByRole('button', { name: /^Tell us .*We check what is sent/ }).waitFor()
  await look(page, WAY, 'review')
  // It goes with what cannot be reviewed.
  await plan.getByLabel('We do it').check()
  expect(await review.count()).toBe(0)
  await expect.poll(async () => (await stored())[0]).toMatchObject({ needs_review: false, reviewer_id: null })
  await plan.getByLabel('Anyone of the customer').check()
  await review.check()
  await plan.getByText('Checked by').waitFor()

  await page.getByRole('button', { name: 'Scope', exact: true }).click()
  expect(await review.count()).toBe(0)
  await page.getByLabel('Type of step').selectOption({ label: 'Approval' })
  await page.getByText('Before publishing: The text to approve is missing.').waitFor()
  expect(await plan.getByLabel('We do it').isDisabled()).toBe(true)
  await page.getByLabel('Text to approve').fill('We build 3 dashboards.')
  await page.getByLabel('Add a file').setInputFiles({
    name: 'scope.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(PDF),
  })
  const name = page.getByLabel('Name of file 1')
  await name.fill('Scope of the first release.pdf')
  await expect
    .poll(async () => (await stored())[1])
    .toMatchObject({
      type: 'approval',
      content: {
        markdown: 'We build 3 dashboards.',
        documents: [{ name: 'Scope of the first release.pdf', url: expect.stringMatching(/\/media\/\w{64}\.pdf$/) }],
      },
    })
  // A file without a name is none: the name that it had comes back.
  await name.fill('')
  await title(page).focus()
  expect(await name.inputValue()).toBe('Scope of the first release.pdf')
  await look(page, WAY, 'approval')
  await page.setViewportSize({ width: WIDTHS.phone, height: 844 })
  await look(page, { ...WAY, name: 'phone-authoring', colorScheme: 'dark' }, 'approval')
  await page.setViewportSize({ width: WIDTHS.desktop, height: 800 })

  await press('Publish')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish version 1' }).click()
  await said(page, 'Shared is live')
  const { data: published } = await system.invoke(getGuide, { id })
  expect(published.sections[0]?.steps).toMatchObject([{ needs_review: true }, { type: 'approval' }])

  // A change of the review alone is a change.
  await page.getByRole('button', { name: /^Tell us/ }).click()
  await review.uncheck()
  await press('Publish 1 change')
  await page.getByRole('dialog').getByText('whether we check it').waitFor()
  await look(page, WAY, 'review-changed')
  expect(faults).toEqual([])
})

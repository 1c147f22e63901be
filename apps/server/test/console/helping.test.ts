import { askQuestion, createContact, createEnrollment, createGuide, publishGuide } from '@handrail/core'
import { describe, test } from 'vitest'
import { WIDTHS } from '../../../../test/browser.ts'
import { enter, handsOf, look, useWorkplace, type Way } from './workplace.ts'

const WAYS: Way[] = [
  { name: 'desktop-dark', width: WIDTHS.desktop, colorScheme: 'dark' },
  { name: 'phone-light', width: WIDTHS.phone, colorScheme: 'light' },
]
const SECTIONS = [{ title: 'First day', steps: [{ title: 'Read this' }, { title: 'Then that' }] }]

describe.each(WAYS)('working together in the console, $name', (way) => {
  const here = useWorkplace()

  test('a contact who asks is answered from the overview', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { data: guide } = await here.place.system.invoke(createGuide, { title: 'Followed', sections: SECTIONS })
    await here.place.system.invoke(publishGuide, { id: guide.id })
    const { data: contact } = await here.place.system.invoke(createContact, {
      email: 'm@example.com',
      first_name: 'Maya',
    })
    const enrolled = { contact_id: contact.id, guide_id: guide.id }
    const { data } = await here.place.system.invoke(createEnrollment, enrolled)
    const follower = await here.place.handrail.asContact(data.access_token)
    await follower.invoke(askQuestion, { body: 'Where is the report?' })

    const page = await enter(here.browser, here.place, { way, role: 'editor' })
    const { heading, press, said } = handsOf(page, way)
    await heading('Overview')
    await page.getByRole('link', { name: 'Answer' }).click()
    await heading('Maya')
    await page.getByText('Where is the report?').waitFor()
    await page.getByLabel('Your answer').fill('Below Settings.')
    await press('Send answer')
    await said('Answer sent')
    await page.getByText('Below Settings.').waitFor()
    await look(page, way, 'answered')
    await press('Remind')
    await said('Maya is reminded')
    await press('Remind')
    await said('Nobody gets more than one reminder a day')
  }, 120_000)
})

import { operations } from '@handrail/core'
import { expect, test } from 'vitest'
import { look } from '../../../../../test/browser/browser.ts'
import { WHOLE } from '../../../test/support/player.ts'
import { usePlayer } from '../../../test/support/player-browser.ts'

const { getEnrollment } = operations

const { needsBrowser, openPage, player, stepOf } = usePlayer(WHOLE)

test('after a refused form, the way back and a reload show pages, and older answers never replace newer ones', async (context) => {
  needsBrowser(context)
  const { sample } = player()
  const { path, id } = await sample.invite()
  const form = stepOf(path, 'Company details')
  const [page, other] = [await openPage(), await openPage()]
  await page.goto(form)
  await page.getByLabel('Company name').fill('Older')
  await page.getByRole('button', { name: 'Save, next step' }).click()
  await page.getByRole('alert').waitFor()
  await look(page, { name: 'form-refused', isScripted: true })

  // On another device all of it is answered meanwhile.
  await other.goto(form)
  await other.getByLabel('Company name').fill('Newer')
  await other.getByLabel('E-mail for payslip questions').fill('pay@oakline.example')
  await other.getByLabel('Monthly').check()
  await other.getByLabel('People on the payroll').fill('24')
  await other.getByLabel('I agree to the terms').check()
  await other.getByRole('button', { name: 'Save, next step' }).click()
  await other.getByRole('heading', { name: 'Choose your benefits' }).waitFor()

  await page.reload()
  expect(await page.getByLabel('Company name').inputValue()).toBe('Newer')
  await page.goBack()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Company details')
  expect(await page.getByLabel('Company name').inputValue()).toBe('Newer')
  await page.getByRole('button', { name: 'Save, next step' }).click()
  await page.getByRole('heading', { name: 'Choose your benefits' }).waitFor()
  const { answers } = (await sample.bound.invoke(getEnrollment, { id })).data
  expect(Object.values(answers)[0]).toMatchObject({ company: 'Newer', people: 24 })
})

test('without a connection each page says what waits for what, and sends it once the connection returns', async (context) => {
  needsBrowser(context)
  const { sample } = player()
  const { path, id } = await sample.invite()
  const done = async () => (await sample.bound.invoke(getEnrollment, { id })).data.completed_step_ids.length
  const page = await openPage()
  page.setDefaultTimeout(8000)
  const offline = (isOffline: boolean) => page.context().setOffline(isOffline)
  await page.goto(stepOf(path, 'How the next two weeks work'))
  await offline(true)
  await page.getByRole('button', { name: 'Done, next step' }).click()
  await page.getByText('this waits for the connection').waitFor()
  await look(page, { name: 'waits', isScripted: true })
  expect(await done()).toBe(0)
  await offline(false)
  await page.getByRole('heading', { name: 'Take the tour' }).waitFor()
  expect(await done()).toBe(1)

  await page.goto(stepOf(path, 'Check contracts and rates'))
  await offline(true)
  await page.getByRole('button', { name: 'Everybody has a start date' }).click()
  await page.getByText('your last ticks wait for the connection').waitFor()
  await offline(false)
  await page.getByText('Saved just now').waitFor()

  await page.goto(stepOf(path, 'Company details'))
  await offline(true)
  await page.getByLabel('Company name').fill('Oakline')
  await page.getByText('your last answers wait for the connection').waitFor()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByText('the form waits for your last answers').waitFor()
  await offline(false)
  await page.getByRole('heading', { level: 1, name: 'payroll running' }).waitFor()
  await page.goto(stepOf(path, 'Company details'))
  expect(await page.getByLabel('Company name').inputValue()).toBe('Oakline')

  await page.goto(stepOf(path, 'Send your last payroll report'))
  await offline(true)
  const file = { name: 'October.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nPayroll') }
  await page.locator('#upload-files').setInputFiles([file])
  await page.getByText('The step waits for your files').waitFor()
  await look(page, { name: 'upload-offline', isScripted: true })
  await offline(false)
  await page.locator('#files > li[data-state=sent]').waitFor()
})

test('required forms and files can be left for later, and buttons of the overview are 44 pixels high', async (context) => {
  needsBrowser(context)
  const { base, sample, handrail } = player()
  const { path, id } = await sample.invite()
  const page = await openPage()
  await page.goto(stepOf(path, 'Company details'))
  await page.getByLabel('Company name').fill('Oakline')
  await look(page, { name: 'form-later', isScripted: true })
  await page.getByRole('button', { name: 'Later' }).click()
  await page.waitForURL(base + path)
  await page.goto(stepOf(path, 'Send your last payroll report'))
  await look(page, { name: 'files-later', isScripted: true })
  await page.getByRole('link', { name: 'Later' }).click()
  await page.waitForURL(base + path)
  await page.goto(stepOf(path, 'Company details'))
  expect(await page.getByLabel('Company name').inputValue()).toBe('Oakline')
  // The Enter key saves; it does not leave.
  await page.getByLabel('Company name').press('Enter')
  await page.getByRole('alert').waitFor()

  const { createUser, updateEnrollment, submitForm } = operations
  const jonas = {
    email: 'jonas@larkspur.example',
    name: 'Jonas Weber',
    role: 'editor' as const,
    password: 'correct horse battery',
  }
  const { data: member } = await sample.bound.invoke(createUser, jonas)
  await sample.bound.invoke(updateEnrollment, { id, assignee_id: member.id })
  const step_id = sample.steps.find(({ title }) => title === 'Company details')?.id ?? ''
  const answers = { company: 'Oakline', mail: 'pay@oakline.example', often: 'Monthly', people: 24, terms: true }
  await (await handrail.asContact(path.slice(3))).invoke(submitForm, { step_id, answers })
  await page.goto(base + path)
  for (const name of [/^Write/, /^Check/]) {
    const box = await page.getByRole('link', { name }).boundingBox()
    expect(Math.min(box?.height ?? 0, box?.width ?? 0), String(name)).toBeGreaterThanOrEqual(44)
  }
})

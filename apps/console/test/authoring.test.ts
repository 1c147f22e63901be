import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { openBrowser, WIDTHS } from '../../../test/browser/browser.ts'
import { openEditor, said, title, WAY } from './editor.ts'
import { handsOf, look, move, useWorkplace } from './workplace.ts'

const { archiveGuide, createGuide, getGuide, getGuideDraft, publishGuide } = operations

const here = useWorkplace()

type Steps = NonNullable<Parameters<typeof newGuide>[0]>

/** A draft with one section of steps, and its steps as they are stored now. */
async function newGuide(
  steps: {
    title: string
    type?: 'video' | 'checklist' | 'form' | 'embed' | 'link'
    content?: { markdown: string }
  }[],
) {
  const { system } = here.place
  const { data } = await system.invoke(createGuide, { title: 'Shared', sections: [{ title: 'One', steps }] })
  const stored = async () => (await system.invoke(getGuideDraft, { id: data.id })).data.sections
  const titles = async () => (await stored()).flatMap((section) => section.steps.map(({ title }) => title))
  return { id: data.id, path: `/guides/${data.id}`, stored, titles }
}

describe('a draft that is not finished', () => {
  test('is saved with a step that has no address, is marked, and publishing names it with a link to the step', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const steps: Steps = [{ title: 'Read' }, { title: 'Watch', type: 'video' }, { title: 'Tick', type: 'checklist' }]
    const { id, path, titles, stored } = await newGuide(steps)
    const faults: string[] = []
    const page = await openEditor(here.browser, here.place, path, { faults })
    const { press } = handsOf(page, WAY)
    await title(page).fill('Read this')
    await expect.poll(titles).toEqual(['Read this', 'Watch', 'Tick'])
    await said(page, 'Saved')
    await page.getByRole('button', { name: 'Watch Unfinished', exact: true }).click()
    await page.getByText('Before publishing: The address is missing.').waitFor()
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('videos')
    await expect.poll(async () => (await stored())[0]?.steps[1]?.content.url).toBe('videos')
    await look(page, WAY, 'unfinished')

    await press('Publish')
    const dialog = page.getByRole('dialog')
    const publish = dialog.getByRole('button', { name: 'Publish version 1' })
    await dialog.getByText('Finish these before you publish:').waitFor()
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
      'Watch\nThis is not a web address. It must begin with https:// or http://.',
      'Tick\nThe checklist has no items.',
    ])
    expect(await publish.isDisabled()).toBe(true)
    await look(page, WAY, 'unfinished-publishing')
    await dialog.getByRole('button', { name: 'Tick', exact: true }).click()
    await press('Add an item')
    await page.getByLabel('Item 1', { exact: true }).fill('One [your product]')
    await page.getByRole('button', { name: 'Watch Unfinished', exact: true }).click()
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('https://videos.example/1')
    await press('Publish')
    await dialog.getByText('“[your product]” looks like a placeholder.').waitFor()
    await page.setViewportSize({ width: WIDTHS.phone, height: 844 })
    await look(page, { ...WAY, name: 'phone-authoring' }, 'placeholder')
    await publish.click()
    await said(page, 'Shared is live')
    expect((await here.place.system.invoke(getGuide, { id })).data.steps_count).toBe(3)
    expect(faults).toEqual([])
  })
})

describe('an ended session', () => {
  test('is said in the editor with a way to sign in beside it, and the text typed meanwhile is kept and then saved', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { path, titles } = await newGuide([{ title: 'Read' }, { title: 'Do' }])
    const page = await openEditor(here.browser, here.place, path)
    const { press } = handsOf(page, WAY)
    await page.context().clearCookies()
    await title(page).fill('Read without a session')
    const note = page.getByRole('alert').filter({ hasText: 'Your session has ended.' })
    await note.waitFor()
    await said(page, 'Not saved, because your session has ended')
    await page.getByRole('button', { name: 'Do', exact: true }).click()
    await title(page).fill('Do without a session')
    await look(page, WAY, 'session-ended')
    await page.setViewportSize({ width: WIDTHS.phone, height: 844 })
    await look(page, { ...WAY, name: 'phone-authoring' }, 'session-ended')
    await page.setViewportSize({ width: WIDTHS.desktop, height: 844 })
    expect(await titles()).toEqual(['Read', 'Do'])

    const signIn = async (role: 'viewer' | 'editor') => {
      const [popup] = await Promise.all([page.waitForEvent('popup'), press('Sign in')])
      await popup.locator('[name=email]').fill(`${role}@example.com`)
      await popup.locator('[name=password]').fill('correct horse battery')
      await Promise.all([popup.waitForEvent('close'), popup.locator('main').getByRole('button').click()])
    }
    // Nothing is saved in the name of somebody else.
    await signIn('viewer')
    await note.getByText('viewer person is signed in now.').waitFor()
    expect(await titles()).toEqual(['Read', 'Do'])
    await page.context().clearCookies()
    await signIn('editor')
    await expect.poll(titles).toEqual(['Read without a session', 'Do without a session'])
    await note.waitFor({ state: 'detached' })
    await said(page, 'Saved')
    await title(page).fill('Do again')
    await expect.poll(titles).toEqual(['Read without a session', 'Do again'])
  })
})

test('during steady typing, the draft is saved and the preview follows every two seconds', async ({ skip }) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const { path, titles } = await newGuide([{ title: '' }])
  const page = await openEditor(here.browser, here.place, path)
  const shown = page.frameLocator('iframe').getByRole('heading', { level: 1 })
  await shown.waitFor({ state: 'attached' })
  const text = 'a'.repeat(100)
  const saved = new Set<string>()
  const previewed = new Set<string>()
  let isTyping = true
  const watch = async () => {
    while (isTyping) {
      saved.add((await titles())[0] ?? '')
      previewed.add((await shown.textContent()) ?? '')
      await page.waitForTimeout(100)
    }
  }
  const watching = watch()
  await title(page).focus()
  await page.keyboard.type(text, { delay: 60 })
  isTyping = false
  await watching
  const partly = (seen: Set<string>) => [...seen].filter((one) => one.length > 0 && one.length < text.length)
  expect(partly(saved).length).toBeGreaterThanOrEqual(2)
  expect(partly(previewed).length).toBeGreaterThanOrEqual(2)
})

test('undoing the deletion of a step that a colleague is writing in takes none of the words of the colleague', async ({
  skip,
}) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const { path, titles } = await newGuide([{ title: 'Read' }, { title: 'Do' }])
  const other = await openBrowser()
  if (typeof other === 'string') return skip(other)
  try {
    const mine = await openEditor(here.browser, here.place, path)
    const theirs = await openEditor(other, here.place, path, { role: 'admin' })
    await theirs.getByRole('button', { name: 'Do', exact: true }).click()
    await mine.context().setOffline(true)
    await mine.locator('.outline').getByRole('listitem').filter({ hasText: 'Do' }).hover()
    await mine.getByRole('button', { name: 'More for Do', exact: true }).click()
    await mine.getByRole('menuitem', { name: 'Delete' }).click()
    await title(theirs).fill('Do what a colleague wrote')
    await expect.poll(titles).toEqual(['Read', 'Do what a colleague wrote'])
    await mine.context().setOffline(false)
    const back = mine.getByRole('button', { name: 'Do what a colleague wrote', exact: true })
    await back.waitFor()
    await handsOf(mine, WAY).press('Undo')
    await said(mine, 'Somebody else has changed this since, so it stays: “Do what a colleague wrote”.')
    await mine.getByRole('button', { name: 'Read', exact: true }).click()
    await title(mine).fill('Read too')
    await expect.poll(titles).toEqual(['Read too', 'Do what a colleague wrote'])
    await back.waitFor()
  } finally {
    await other.close()
  }
})

test('the answers of a form have names from their questions until they are published, and limits; links have a text', async ({
  skip,
}) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const { id, path, stored } = await newGuide([
    { title: 'Answer', type: 'form' },
    { title: 'See', type: 'embed' },
    { title: 'Go', type: 'link' },
  ])
  const fields = async () => (await stored())[0]?.steps[0]?.content.fields
  const content = async (index: number) => (await stored())[0]?.steps[index]?.content
  const page = await openEditor(here.browser, here.place, path)
  const { press } = handsOf(page, WAY)
  await press('Add a question')
  await page.getByLabel('Question', { exact: true }).pressSequentially('Number of employees')
  await page.getByLabel('Kind of answer').selectOption('number')
  await page.getByLabel('Smallest number').fill('1')
  await page.getByLabel('Largest number').fill('0.5')
  await page.getByText('Question 1: the smallest value is above the largest.').waitFor()
  await page.getByLabel('Largest number').fill('500')
  await expect
    .poll(fields)
    .toEqual([
      { name: 'number_of_employees', label: 'Number of employees', kind: 'number', required: true, min: 1, max: 500 },
    ])
  await press('Add a question')
  await page.getByLabel('Question', { exact: true }).nth(1).fill('About you')
  await page.getByLabel('Maximum number of characters').fill('200')
  await page.getByLabel('Name of the answer').nth(1).fill('about')
  await page.getByLabel('Question', { exact: true }).nth(1).fill('About your company')
  await expect.poll(async () => (await fields())?.[1]).toMatchObject({ name: 'about', max_length: 200 })
  await look(page, WAY, 'form')
  await page.setViewportSize({ width: WIDTHS.phone, height: 844 })
  await press('Preview')
  await look(page, { ...WAY, name: 'phone-authoring' }, 'form')
  await page.setViewportSize({ width: WIDTHS.desktop, height: 844 })

  await page.getByRole('button', { name: /^See/ }).click()
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('https://elsewhere.example/page')
  await page.getByText('This page cannot be shown in the guide. Contacts see a link to it.').waitFor()
  await page.getByText('Pages that can be shown in a guide').click()
  await page.getByText('calendly.com').waitFor()
  await look(page, WAY, 'embed')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('https://calendly.com/us')
  await page.getByText('This page cannot be shown in the guide.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Go/ }).click()
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('https://example.com')
  await page.getByLabel('Text of the button').fill('Open your account')
  await expect.poll(() => content(2)).toEqual({ url: 'https://example.com', button_label: 'Open your account' })

  await here.place.system.invoke(publishGuide, { id })
  await page.reload()
  await page.getByText('In exports and the API. It is published, so it stays.').first().waitFor()
  await page.getByLabel('Question', { exact: true }).nth(0).fill('Employees')
  await expect
    .poll(async () => (await fields())?.[0])
    .toMatchObject({ name: 'number_of_employees', label: 'Employees' })
  const readOnly = () => page.getByLabel('Name of the answer').first().getAttribute('readonly')
  expect(await readOnly()).not.toBeNull()
  const shown = (await here.place.system.invoke(getGuide, { id })).data
  expect(shown.sections[0]?.steps[2]?.content.button_label).toBe('Open your account')
  await here.place.system.invoke(archiveGuide, { id })
  await page.reload()
  await page.getByText('In exports and the API. It is published, so it stays.').first().waitFor()
  expect(await readOnly()).not.toBeNull()
})

test('the title of the guide is edited in place, and a word that was typed is undone at once', async ({ skip }) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const { id, path } = await newGuide([{ title: 'First' }])
  const title = async () => (await here.place.system.invoke(getGuideDraft, { id })).data.title
  const page = await openEditor(here.browser, here.place, path)
  const { heading, press } = handsOf(page, WAY)
  await press('Shared')
  const field = page.getByRole('textbox', { name: 'Title of the guide' })
  await field.press('ControlOrMeta+a')
  await field.pressSequentially('Payroll')
  await expect.poll(title).toBe('Payroll')
  await field.press('ControlOrMeta+a')
  await field.press('Delete')
  await field.press('Enter')
  // A guide always has a title.
  await heading('Payroll')
  await press('Undo')
  await heading('Shared')
  await expect.poll(title).toBe('Shared')
  expect(await page.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true')
})

test('the toolbar shows the formatting at the cursor and changes the kind of the paragraph', async ({ skip }) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const markdown = 'Plain\n\n## Heading\n\n- **Bold** item'
  const { path, stored } = await newGuide([{ title: 'Read', content: { markdown } }])
  const text = async () => (await stored())[0]?.steps[0]?.content.markdown
  const page = await openEditor(here.browser, here.place, path)
  const { press } = handsOf(page, WAY)
  const area = page.getByRole('textbox', { name: 'Text', exact: true })
  const kind = page.getByLabel('Kind of paragraph')
  const pressed = (name: string) => page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')
  await area.getByText('Heading').click()
  await expect.poll(() => kind.inputValue()).toBe('heading')
  await kind.selectOption('Text')
  await expect.poll(text).toBe(markdown.replace('## ', ''))
  await kind.selectOption('Quote')
  await expect.poll(text).toBe(markdown.replace('## ', '> '))
  await kind.selectOption('Text')
  await expect.poll(text).toBe(markdown.replace('## ', ''))
  await area.getByText('Bold').click()
  await expect.poll(() => pressed('Bold')).toBe('true')
  expect([await pressed('List'), await pressed('Numbered list')]).toEqual(['true', 'false'])
  await press('List')
  await expect.poll(text).toBe('Plain\n\nHeading\n\n**Bold** item')
  await expect.poll(() => pressed('List')).toBe('false')
  await press('Show as Markdown')
  await page.getByRole('textbox', { name: 'Text', exact: true }).selectText()
  await kind.selectOption('Subheading')
  await expect.poll(text).toBe('### Plain\n### \n### Heading\n### \n### **Bold** item')
  await kind.selectOption('Text')
  await expect.poll(text).toBe('Plain\n\nHeading\n\n**Bold** item')
})

describe('writing by keyboard alone', () => {
  test('adding leads to the empty title, Enter adds the next, Backspace removes an empty one, and the menu copies and moves', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { path, stored, titles } = await newGuide([{ title: 'First' }])
    const faults: string[] = []
    const page = await openEditor(here.browser, here.place, path, { faults })
    const { press } = handsOf(page, WAY)
    const { keyboard } = page
    const focused = (label: string) =>
      expect
        .poll(() =>
          page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id),
        )
        .toBe(label)
    // An open menu moves the focus to its first entry.
    const inMenu = () => expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('menuitem')
    const inTitle = async (text: string) => {
      await expect.poll(() => title(page).inputValue()).toBe(text)
      await expect.poll(() => title(page).evaluate((field) => field === document.activeElement)).toBe(true)
    }

    // Ten steps: the first by the menu, the others by Enter. The day of three people writes forty.
    await page.getByRole('button', { name: 'Add a step One' }).focus()
    await keyboard.press('Enter')
    await inMenu()
    await keyboard.press('Enter')
    await inTitle('')
    const expected = ['First']
    for (let number = 1; number < 10; number++) {
      await keyboard.type(`Step ${number}`)
      expected.push(`Step ${number}`)
      await keyboard.press('Enter')
      await inTitle('')
    }
    await expect.poll(titles).toEqual([...expected, ''])
    // The outline scrolls, not the page.
    const height = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    expect(await height()).toBeLessThan(2)
    await keyboard.press('Backspace')
    await inTitle('Step 9')
    await expect.poll(titles).toEqual(expected)

    // Sections are named where they are.
    await page.getByRole('button', { name: 'Add a section' }).focus()
    await keyboard.press('Enter')
    await focused('Title of the section')
    await keyboard.type('Two')
    await keyboard.press('Enter')
    await focused('Title of the section')
    await keyboard.press('Backspace')
    await expect.poll(async () => (await stored()).map((section) => section.title)).toEqual(['One', 'Two'])
    await page.getByRole('heading', { name: 'One', exact: true }).getByRole('button').focus()
    await keyboard.press('Enter')
    await keyboard.type(' and only')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'One and only', exact: true }).waitFor()

    const menu = async (step: string, action: string) => {
      await page.getByRole('button', { name: `More for ${step}`, exact: true }).focus()
      await keyboard.press('Enter')
      await inMenu()
      await page.getByRole('menuitem', { name: action }).focus()
      await keyboard.press('Enter')
    }
    await menu('Step 1', 'Duplicate')
    await inTitle('Step 1')
    await menu('Step 2', 'Move to “Two”')
    await expect.poll(async () => (await stored())[1]?.steps.map((step) => step.title)).toEqual(['Step 2'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Step 2')
    expect((await titles()).slice(0, 4)).toEqual(['First', 'Step 1', 'Step 1', 'Step 3'])

    // Items and questions.
    await page.getByRole('button', { name: 'First', exact: true }).focus()
    await keyboard.press('Enter')
    await page.getByLabel('Type of step').selectOption('checklist')
    await press('Add an item')
    await focused('Item 1')
    for (const text of ['One', 'Two']) {
      await keyboard.type(text)
      await keyboard.press('Enter')
    }
    await focused('Item 3')
    await keyboard.press('Backspace')
    await focused('Item 2')
    await keyboard.press('Shift+Enter')
    await keyboard.type('with an explanation')
    await expect
      .poll(async () => (await stored())[0]?.steps[0]?.content.items)
      .toEqual(['One', 'Two\nwith an explanation'])
    await look(page, WAY, 'items')
    await page.getByLabel('Type of step').selectOption('form')
    await press('Add a question')
    await keyboard.type('Your name')
    await keyboard.press('Enter')
    await keyboard.type('Your company')
    await keyboard.press('Enter')
    await keyboard.press('Backspace')
    await expect
      .poll(async () => (await stored())[0]?.steps[0]?.content.fields?.map(({ name }) => name))
      .toEqual(['your_name', 'your_company'])
    expect(faults).toEqual([])
  }, 120_000)

  test('after publishing, somebody can be enrolled from the editor', async ({ skip }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { id, path } = await newGuide([{ title: 'First' }])
    const page = await openEditor(here.browser, here.place, path)
    const { press } = handsOf(page, WAY)
    await press('Publish')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish version 1' }).click()
    await said(page, 'Shared is live')
    await press('Enroll somebody')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await here.place.system.invoke(getGuide, { id })
    await title(page).fill('First again')
    await page.getByRole('button', { name: 'Publish 1 change' }).waitFor()
    await page.getByRole('button', { name: 'Enroll somebody' }).waitFor({ state: 'detached' })
  })
})

test('a text: typed and pasted Markdown become what they mean, and the menu has headings, a tip, a table and a video', async ({
  skip,
}) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const { path, stored } = await newGuide([{ title: 'Read' }])
  const step = async () => (await stored())[0]?.steps[0]
  const text = async () => (await step())?.content.markdown ?? ''
  const faults: string[] = []
  const page = await openEditor(here.browser, here.place, path, { faults })
  const { keyboard } = page
  await title(page).focus()
  await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
  await move(page, 'ArrowDown')
  await keyboard.type('## First')
  await keyboard.press('Enter')
  await keyboard.type('Some **bold** and *quiet* words with `code`.')
  await keyboard.press('Enter')
  const choose = async (query: string, option: string) => {
    await keyboard.type(`/${query}`)
    await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).waitFor()
    await keyboard.press('Enter')
  }
  await choose('subh', 'Subheading')
  await keyboard.type('Second')
  await keyboard.press('Enter')
  await choose('tip', 'Tip')
  await keyboard.type('Take your time')
  await expect
    .poll(text)
    .toBe('## First\n\nSome **bold** and *quiet* words with `code`.\n\n### Second\n\n> **Tip:** Take your time')
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await choose('table', 'Table')
  await page.getByLabel('Markdown of this block').fill('| Day | Hours |\n| --- | --- |\n| Monday | 8 |')
  await expect.poll(text).toMatch(/Take your time\n\n\| Day \| Hours \|\n\| --- \| --- \|\n\| Monday \| 8 \|/)
  await look(page, WAY, 'text-as-page')
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, WAY, 'text-as-page-dark')

  const area = page.getByRole('textbox', { name: 'Text', exact: true })
  const under = async (words: string) => {
    await area.getByText(words).click()
    await move(page, 'End')
    await move(page, 'Enter')
  }
  await under('Some bold')
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '### Pasted\n\n- one\n- **two**')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect.poll(text).toContain('`code`.\n\n### Pasted\n\n- one\n- **two**\n\n### Second')

  await under('Second')
  await choose('video', 'Video')
  await expect.poll(async () => (await step())?.type).toBe('video')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('url')
  await keyboard.type('https://videos.example/1')
  await expect.poll(async () => (await step())?.content.url).toBe('https://videos.example/1')
  expect(await text()).toContain('### Pasted')
  expect(faults).toEqual([])
})

import { operations } from '@handrail/core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, handsOf, look, move, useWorkplace } from './workplace.ts'

const { createGuide, getGuideDraft } = operations

const WAY = { name: 'desktop-writing', width: WIDTHS.desktop, colorScheme: 'light' } as const
const FIXTURES = new URL('../../../test/fixtures/', import.meta.url).pathname
const AWKWARD = 'Open *it*\r\n\r\n| a | b |\r\n|---|---|\r\n| 1 | 2 |  \r\n\n<b>x</b>[^1]\n\n\n[^1]: n'
/** HTML as Word and Google Docs copy it. */
const DOCUMENT = `<b style="font-weight:normal"><h2>Plan</h2><p><span style="font-weight:700">Bold</span> and plain</p></b>
<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp;</span></span>One</p>
<p class="MsoListParagraph" style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o</span>Inner</p>
<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>Two<o:p></o:p></p>
<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table><img src="https://t.example/pixel"><p>End</p>`
const DOCUMENT_AS_MARKDOWN =
  '## Plan\n\n**Bold** and plain\n\n- One\n  - Inner\n- Two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nEnd'
const here = useWorkplace()

test('the text editor: formatting, pasted documents and images become Markdown, unchanged parts stay the same, videos are uploaded', async ({
  skip,
}) => {
  if (typeof here.browser === 'string') return skip(here.browser)
  const { place } = here
  const steps = [
    { title: 'Read this', content: { markdown: AWKWARD } },
    { title: 'Watch this', type: 'video' as const, content: { url: 'https://videos.example/1' } },
  ]
  const { data: guide } = await place.system.invoke(createGuide, {
    title: 'Shared',
    sections: [{ title: 'One', steps }],
  })
  const contents = async () => {
    const { data } = await place.system.invoke(getGuideDraft, { id: guide.id })
    return data.sections[0]?.steps.map(({ content }) => content) ?? []
  }
  const text = async () => (await contents())[0]?.markdown ?? ''
  const faults: string[] = []
  const page = await enter(here.browser, place, { way: WAY, role: 'editor', faults, path: `/guides/${guide.id}` })
  const { heading, press } = handsOf(page, WAY)
  const saved = () => page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  await heading('Shared')
  const area = page.getByRole('textbox', { name: 'Text', exact: true })

  await area.getByText('Open').click()
  await move(page, 'Home')
  await page.keyboard.insertText('Now ')
  await expect.poll(text).toBe(`Now ${AWKWARD}`)
  await saved()
  await look(page, WAY, 'editor-rich')
  await move(page, 'Shift+Home')
  await press('Bold')
  await expect.poll(text).toBe(`**Now** ${AWKWARD}`)
  await move(page, 'End')
  await page.keyboard.press('Enter')
  await area.locator('p').nth(1).waitFor()
  await page.keyboard.insertText('/')
  await page.getByRole('option', { name: 'Numbered list' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await area.getByRole('listitem').waitFor()
  await page.keyboard.insertText('A point')
  await expect.poll(text).toBe(`**Now** ${AWKWARD.replace('*\r\n', '*\r\n\r\n- A point\r\n')}`)
  await move(page, 'Shift+Home')
  await press('Link')
  await page.getByRole('textbox', { name: 'Address' }).fill('https://acme.example')
  await page.keyboard.press('Enter')
  await expect.poll(text).toContain('\r\n- [A point](https://acme.example)\r\n')
  await dropPicture(page)
  await expect.poll(text).toMatch(/\r\n- .*!\[A chart\]\(http[^)]+\/media\/[0-9a-f]{64}\.png\)\r\n/)
  const undo = page.getByRole('button', { name: 'Undo' })
  const undoAll = async () => {
    while (await undo.isEnabled()) await undo.click()
    await expect.poll(text).toBe(AWKWARD)
  }
  await undoAll()

  await area.getByText('Open').click()
  await move(page, 'End')
  await page.keyboard.press('Enter')
  await area.locator('p').nth(1).waitFor()
  await paste(page, DOCUMENT)
  await expect.poll(text).toContain(DOCUMENT_AS_MARKDOWN.replaceAll('\n', '\r\n'))
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('/divi')
  await page.getByRole('option', { name: 'Divider' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(text).toContain('\r\n---\r\n')
  await dropPicture(page)
  await area.getByRole('img', { name: 'A chart' }).click()
  await look(page, WAY, 'editor-picture')
  await press('Describe for screen readers')
  await page.getByLabel('Description for screen readers').fill('Rising sales')
  await expect.poll(text).toContain('![Rising sales](')
  await undoAll()
  await press('Show as Markdown')

  await select(page, 'Open')
  await page.keyboard.insertText('Close')
  await expect.poll(text).toBe(AWKWARD.replace('Open', 'Close'))
  await select(page, 'Close')
  await press('Bold')
  await expect.poll(text).toBe(AWKWARD.replace('Open', '**Close**'))
  await area.press('Control+z')
  await expect.poll(text).toBe(AWKWARD.replace('Open', 'Close'))

  await select(page, 'Close')
  await paste(page, '<h2>First</h2><ul><li>one</li></ul>')
  await expect.poll(text).toMatch(/^## First\n\n- +one \*it\*\r\n/)

  await dropPicture(page)
  await expect.poll(text).toMatch(/!\[A chart\]\(http[^)]+\/media\/[0-9a-f]{64}\.png\)/)
  await saved()
  await look(page, WAY, 'editor-text')

  await page.getByRole('button', { name: /^Watch this/ }).click()
  await page.getByLabel('Upload a video').setInputFiles(`${FIXTURES}moving.webm`)
  await expect.poll(async () => (await contents())[1]?.url).toMatch(/\/media\/[0-9a-f]{64}\.webm$/)
  const captions = {
    name: 'tour.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'),
  }
  await page.getByLabel('Upload captions').setInputFiles(captions)
  await page.getByLabel('Name of the captions').fill('English')
  await expect
    .poll(async () => (await contents())[1]?.captions)
    .toEqual({ url: expect.stringMatching(/\/media\/[0-9a-f]{64}\.vtt$/), label: 'English' })
  await saved()
  await look(page, WAY, 'editor-video')
  // The instance listens elsewhere than its address says, and pictures of elsewhere are not shown.
  expect(faults.filter((fault) => !fault.includes('/media/'))).toEqual([])
})

/** Pastes a copied document at the cursor. */
function paste(page: Page, html: string): Promise<void> {
  return page.evaluate((copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', copied)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, html)
}

/** Selects the first place of a word in the text of the step. */
async function select(page: Page, word: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Text', exact: true }).evaluate((area: HTMLTextAreaElement, wanted) => {
    const start = area.value.indexOf(wanted)
    area.focus()
    area.setSelectionRange(start, start + wanted.length)
  }, word)
}

/** Drops an image on the text. */
function dropPicture(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const image = await new Promise<Blob | null>((made) => canvas.toBlob(made))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([image ?? ''], 'A chart.png', { type: 'image/png' }))
    const { left = 0, top = 0 } = document.activeElement?.getBoundingClientRect() ?? {}
    const place = { clientX: left + 15, clientY: top + 15 }
    const dropped = new DragEvent('drop', { dataTransfer, ...place, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(dropped)
  })
}

import type { Locator, Page } from 'playwright-core'

/** Looks at a page of the guide player. @param name which it is */
export type Look = (page: Page, name: string) => Promise<void>

/** Of those that steps ask for, the first that one takes is sent. */
const FILES = [
  { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nThe plan') },
  { name: 'metadata.json', mimeType: 'application/json', buffer: Buffer.from('{"issuer":"https://id.example"}') },
]

/** Follows a guide from its link to the thanks, as a person does, and does every step. @returns the kinds of its steps */
export async function walkGuide(page: Page, address: string, look: Look): Promise<string[]> {
  await page.goto(address)
  await look(page, 'overview')
  await follow(page, page.locator('.hero .go'))
  const kinds: string[] = []
  while (page.url().includes('/steps/')) {
    const kind = await kindOf(page)
    kinds.push(kind)
    await look(page, kind)
    await DEEDS[kind]?.(page, look)
    await follow(page, mainButton(page))
  }
  if (page.url().endsWith('/finish')) {
    await look(page, 'finish')
    await page.getByRole('radio', { name: '6' }).check()
    await follow(page, mainButton(page))
  }
  await look(page, 'thanks')
  return kinds
}

/** Presses something that leads to another page, and waits for that. */
export async function follow(page: Page, pressed: Locator): Promise<void> {
  const from = page.url()
  await pressed.click()
  await page.waitForURL((url) => url.href !== from)
}

export function mainButton(page: Page): Locator {
  return page.locator('.foot button.go:not(.side):visible')
}

/** By the icon above its text. */
const KINDS = {
  book: 'content',
  play: 'video',
  app: 'embed',
  list: 'checklist',
  pencil: 'form',
  upload: 'files',
  link: 'link',
}

async function kindOf(page: Page): Promise<string> {
  const drawn = (await page.locator('.stepbody > .meta .i').first().getAttribute('class')) ?? ''
  const kind = Object.entries(KINDS).find(([icon]) => drawn.split(' ').includes(`i-${icon}`))?.[1]
  if (kind === undefined) throw new Error(`There is no kind of step with the icon ${drawn}`)
  return kind
}

/** The input of a step besides its button. */
const DEEDS: Record<string, (page: Page, look: Look) => Promise<void>> = {
  async checklist(page, look) {
    for (const item of await page.locator('.tick[aria-pressed=false] .t').allTextContents()) {
      await page.getByRole('button', { name: item }).click()
      await page.getByRole('button', { name: item, pressed: true }).waitFor()
    }
    await mainButton(page).waitFor()
    await look(page, 'checklist-ticked')
  },
  async form(page, look) {
    const first = page.locator('form.answers .input').first()
    await first.fill('Oakline Dental')
    await mainButton(page).click()
    await page.getByRole('alert').waitFor()
    if ((await first.inputValue()) !== 'Oakline Dental') throw new Error('What was typed is gone')
    await look(page, 'form-mistakes')
    await fillForm(page)
  },
  async files(page, look) {
    const input = page.locator('#upload-files')
    const accept = (await input.getAttribute('accept'))?.split(',')
    const file = FILES.find(({ mimeType }) => accept?.includes(mimeType) ?? true)
    if (!file) throw new Error(`There is no file that is ${accept}`)
    await input.setInputFiles(file)
    const send = page.locator('form.drop button.without-script')
    if (await send.isVisible()) await send.click()
    await page.locator('#files > li[data-state=sent]').waitFor()
    await mainButton(page).waitFor()
    await look(page, 'files-sent')
  },
}

const TYPED: Record<string, string> = {
  text: 'Oakline Dental',
  email: 'pay@oakline.example',
  tel: '+44 20 7946 0000',
  url: 'https://oakline.example',
  date: '2027-01-04',
  decimal: '24',
}

/** Answers every question, by what kind of control it has. */
async function fillForm(page: Page): Promise<void> {
  const form = page.locator('form.answers')
  for (const input of await form.locator('input.input, textarea.input').all()) {
    const kind = (await input.getAttribute('inputmode')) ?? (await input.getAttribute('type')) ?? 'text'
    await input.fill(TYPED[kind] ?? '')
  }
  for (const select of await form.locator('select').all()) await select.selectOption({ index: 1 })
  for (const choice of await form.locator('fieldset:has(input[type=radio])').all())
    await choice.locator('input').first().check()
  for (const box of await form.locator('input[type=checkbox][aria-required]').all()) await box.check()
}

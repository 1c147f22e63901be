import { once } from 'node:events'
import { connect } from 'node:net'
import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { WIDTHS } from '../../../test/browser/browser.ts'
import { enter, look, openWindow, useWorkplace, type Way } from './workplace.ts'

const { answerMessage, createContact, createEnrollment, createGuide, publishGuide } = operations

const way: Way = {
  name: 'desktop-light',
  width: WIDTHS.desktop,
  colorScheme: 'light',
  also: [{ name: 'phone-dark', width: WIDTHS.phone, colorScheme: 'dark' }],
}
const REPLIES = { address: 'reply@reply.example.com', listener: { host: '127.0.0.1', port: 0 } }

/** Sends a mail as another mail server does. */
async function deliver(port: number, to: string, mail: string): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port })
  const lines = ['EHLO example.com', 'MAIL FROM:<pia@example.com>', `RCPT TO:<${to}>`, 'DATA', `${mail}\r\n.`]
  for (const line of lines) {
    await once(socket, 'data')
    socket.write(`${line.replace(/\r?\n/g, '\r\n')}\r\n`)
  }
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^250 /)
  socket.destroy()
}

const FILE = 'Content-Type: text/plain\nContent-Disposition: attachment; filename='
const MAIL = `From: private@example.net
Content-Type: multipart/mixed; boundary=b

--b

Here is the contract. Is it right?
--b
${FILE}"contract-of-the-whole-year-2026-with-everything-that-was-agreed.txt"

Contract
--b
${FILE}"empty.txt"

--b--`

describe('replies by mail', () => {
  // A mail server that is not there: port 9 takes nothing.
  const mail = { url: 'smtp://127.0.0.1:9', from: 'Handrail <no-reply@example.com>' }
  const here = useWorkplace({ mail, replies: REPLIES })

  test('the team and the contact see that a message came by mail, from where, and with which files', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const { system, handrail, base } = here.place
    const { data: guide } = await system.invoke(createGuide, {
      title: 'Answered',
      sections: [{ title: 'First day', steps: [{ title: 'Read this' }] }],
    })
    await system.invoke(publishGuide, { id: guide.id })
    const person = { email: 'pia@example.com', first_name: 'Pia' }
    const { data: contact } = await system.invoke(createContact, person)
    const enrolling = { contact_id: contact.id, guide_id: guide.id, send_invitation: true }
    const { data: enrollment } = await system.invoke(createEnrollment, enrolling)
    // The address in the mail, which a mail server would have delivered.
    const [email] = await handrail.database.read(({ db, tables }) => db.select().from(tables.emails))
    const { reply_token } = JSON.parse(system.context.sealer.open(email?.sealed_message ?? ''))
    await deliver(handrail.replyPort ?? 0, `reply+${reply_token}@reply.example.com`, MAIL)
    await system.invoke(answerMessage, { id: enrollment.id, body: 'It is.' })

    const page = await enter(here.browser, here.place, {
      way,
      role: 'editor',
      path: `/enrollments/${enrollment.id}?tab=messages`,
    })
    const message = page.getByRole('listitem').filter({ hasText: 'Here is the contract.' })
    await message.getByText('by mail').waitFor()
    await message.getByText('From another address: private@example.net').waitFor()
    const link = message.getByRole('link', { name: 'contract-of-the-whole-year' })
    expect(await link.getAttribute('href')).toMatch(/\/files\/[\w.-]+$/)
    await message.getByText('Not kept: empty').waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: 'It is.' }).getByText('by mail').count()).toBe(0)
    await page.getByText('Pia wrote by mail').waitFor()
    await look(page, way, 'reply-by-mail')

    const player = await openWindow(here.browser, way)
    await player.goto(`${base}/g/${enrollment.access_token}/ask`)
    const own = player.getByRole('listitem').filter({ hasText: 'Here is the contract.' })
    await own.getByText('by mail').waitFor()
    await own.getByRole('link', { name: 'contract-of-the-whole-year' }).waitFor()
    await own.getByText('empty.txt was not kept').waitFor()
    expect(await own.getByText('private@example.net').count(), 'the team alone sees the address').toBe(0)
    await look(player, way, 'own-reply-by-mail')
  }, 120_000)

  test('the settings of mail say that replies are received, and which address comes before the reply-to address', async ({
    skip,
  }) => {
    if (typeof here.browser === 'string') return skip(here.browser)
    const locales = [
      ['en-GB', 'instead of the reply-to address above'],
      ['de-DE', 'statt der Antwortadresse oben'],
    ] as const
    const page = await enter(here.browser, here.place, { way })
    await page.locator('h1').waitFor()
    for (const [locale, text] of locales) {
      const language = locale.slice(0, 2)
      await page.context().addCookies([{ name: 'handrail_language', value: language, url: here.place.base }])
      await page.goto(`${here.place.base}/w/${here.place.workspace_id}/settings/email`)
      await page.locator('#sender').waitFor()
      await page.getByText(text).waitFor()
      await look(page, way, `email-settings-with-replies-${language}`)
    }
  })
})

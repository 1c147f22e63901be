import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { operations } from '@handrail/core'
import { expect, test } from 'vitest'
import { usePlayer } from '../../../test/support/player-browser.ts'

const { createContact, createEnrollment, createGuide, publishGuide, uploadMedia } = operations

const WEBM = readFileSync(new URL('../../../../../test/fixtures/moving.webm', import.meta.url))
const CAPTIONS = Buffer.from('WEBVTT\n\n00:00.000 --> 00:10.000\nWelcome\n')
const { needsBrowser, openPage, player } = usePlayer()

test('an uploaded video plays in the page, with its captions', async (context) => {
  needsBrowser(context)
  const { sample, base, handrail } = player()
  const { bound } = sample
  const upload = async (name: string, content: Buffer) =>
    (await bound.invoke(uploadMedia, { name, content: Readable.from([content]) })).data.url
  const url = await upload('tour.webm', WEBM)
  const captions = { url: await upload('tour.vtt', CAPTIONS), label: 'English' }
  const steps = [{ title: 'Watch', type: 'video' as const, content: { url, captions } }]
  const { data: guide } = await bound.invoke(createGuide, { title: 'Tour', sections: [{ title: 'One', steps }] })
  await bound.invoke(publishGuide, { id: guide.id })
  const { data: contact } = await bound.invoke(createContact, { email: 'tour@example.com', first_name: 'Pia' })
  const ids = { contact_id: contact.id, guide_id: guide.id }
  const { data: enrollment } = await bound.invoke(createEnrollment, ids)

  const page = await openPage()
  const step = guide.sections[0]?.steps[0]?.id
  await page.goto(`${base}${enrollment.url.slice(handrail.settings.publicUrl.length)}/steps/${step}`)
  const film = page.locator('video')
  await film.evaluate((video: HTMLVideoElement) => {
    video.muted = true
    return video.play()
  })
  await film.evaluate((video: HTMLVideoElement) => new Promise((ended) => video.addEventListener('ended', ended)))
  const shown = await film.evaluate((video: HTMLVideoElement) => {
    const [track] = video.textTracks
    return { width: video.videoWidth, label: track?.label, cues: track?.cues?.length }
  })
  expect(shown).toEqual({ width: 64, label: 'English', cues: 1 })
})

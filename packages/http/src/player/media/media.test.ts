import { expect, test } from 'vitest'
import { embedOf } from './hosts.ts'
import { captionsOf, videoOf } from './videos.ts'

const OWN = 'https://handrail.example'

test.each([
  [
    'https://www.youtube.com/watch?v=abc-DEF_123&t=5',
    'https://www.youtube-nocookie.com/embed/abc-DEF_123?autoplay=1&rel=0',
  ],
  ['https://youtu.be/abc-DEF_123?si=x', 'https://www.youtube-nocookie.com/embed/abc-DEF_123?autoplay=1&rel=0'],
  ['https://m.youtube.com/shorts/abcdef', 'https://www.youtube-nocookie.com/embed/abcdef?autoplay=1&rel=0'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1'],
  ['https://vimeo.com/76979871/a1b2c3', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=a1b2c3'],
  ['https://player.vimeo.com/video/1?h=ff', 'https://player.vimeo.com/video/1?dnt=1&autoplay=1&h=ff'],
  ['https://www.loom.com/share/0123abcd?sid=1', 'https://www.loom.com/embed/0123abcd?autoplay=1'],
  ['https://acme.wistia.com/medias/e4a27b971d', 'https://fast.wistia.net/embed/iframe/e4a27b971d?autoPlay=true'],
])('the video address %s plays in a frame', (address, src) => {
  expect(videoOf(address, OWN)).toMatchObject({ kind: 'frame', src, origin: new URL(src).origin })
})

test.each([
  'https://videos.acme.example/tour',
  'https://youtube.com.evil.example/watch?v=abc',
  'https://evilyoutube.com/watch?v=abc',
  'https://www.youtube.com/watch?v=a"onload=1',
  'https://www.youtube.com/redirect?q=https://evil.example',
  'https://vimeo.com/channels/staffpicks',
  `${OWN}/g/token`,
  'https://elsewhere.example/media/a.mp4',
])('the video address %s is a plain link', (address) => {
  expect(videoOf(address, OWN)).toBeUndefined()
})

test('an uploaded video plays in the page', () => {
  expect(videoOf(`${OWN}/media/0a1b.mp4`, OWN)).toEqual({ kind: 'file', src: '/media/0a1b.mp4' })
})

test('captions must be uploads in WebVTT', () => {
  expect(captionsOf(`${OWN}/media/0a1b.vtt`, OWN)).toBe('/media/0a1b.vtt')
  for (const address of ['https://elsewhere.example/media/a.vtt', `${OWN}/media/0a1b.mp4`, `${OWN}/g/token`])
    expect(captionsOf(address, OWN)).toBeUndefined()
})

test('pages of the listed hosts and of their subdomains can be embedded', () => {
  const hosts = ['calendly.com', 'help.example.com']
  expect(embedOf('https://calendly.com/a/b?c=1', hosts)).toEqual({
    src: 'https://calendly.com/a/b?c=1',
    origin: 'https://calendly.com',
    host: 'calendly.com',
  })
  expect(embedOf('https://eu.help.example.com/x', hosts)?.origin).toBe('https://eu.help.example.com')
  for (const address of [
    'http://calendly.com/a',
    'https://calendly.com:8443/a',
    'https://calendly.com@evil.example/',
    'https://user@calendly.com/',
    'https://evilcalendly.com/',
    'https://example.com/',
  ])
    expect(embedOf(address, hosts), address).toBeUndefined()
})

import { operations } from '@handrail/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../test/support/instance.ts'
import { invite, openLink, payroll, publish, type WrittenGuide } from '../../test/support/player.ts'
import { itemKeys } from './steps/item-key.ts'

const { readOwnGuide } = operations

let instance: Instance
let sample: Awaited<ReturnType<typeof payroll>>
beforeAll(async () => {
  instance = await openInstance('sqlite')
  sample = await payroll(instance.handrail, instance.acme.id)
})
afterAll(() => instance.close())

async function opened(guide: WrittenGuide, contact: { first_name?: string } = {}) {
  const published = await publish(sample.bound, guide)
  const { path } = await invite(sample.bound, published.id, contact)
  const steps = published.sections.flatMap((section) => section.steps)
  return { steps, path, ...openLink(instance.app, path) }
}

test('the texts of a guide are never interpreted as markup', async () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>{{count}}$t(skip)'
  const fields = [
    { name: 'toString', label: evil, kind: 'text' as const, required: true, help: evil },
    { name: 'constructor', label: 'C', kind: 'choice' as const, options: [evil, 'B'] },
    { name: 'many', label: 'M', kind: 'multiple_choice' as const, options: [evil] },
  ]
  const { steps, get, post } = await opened(
    {
      title: evil,
      description: evil,
      completion_message: evil,
      sections: [
        {
          title: evil,
          description: evil,
          steps: [
            { title: evil, content: { markdown: evil } },
            { title: evil, type: 'form', content: { fields } },
            { title: evil, type: 'checklist', content: { items: [`${evil}\n${evil}`] } },
            { title: evil, type: 'video', content: { url: 'https://evil.example/"><script>alert(1)</script>' } },
            { title: evil, type: 'embed', content: { url: 'https://calendly.com/"><script>alert(1)</script>' } },
            {
              title: evil,
              type: 'link',
              content: { url: 'https://evil.example/?a="><script>alert(1)</script>', button_label: evil },
            },
          ],
        },
      ],
    },
    { first_name: evil },
  )
  const place = (index: number) => `/steps/${steps[index]?.id}`
  await post(place(1), { f0: '' })
  const refused = await get(`${place(1)}?refused=1`)
  expect(refused.payload).toContain('answer needs another look')
  const sent = await post(place(1), { f0: evil, f1: evil, f2: evil })
  expect(sent.headers.location).toContain(steps[2]?.id)
  for (const index of [0, 3, 4, 5]) await post(place(index))
  await post(place(2), { tick: itemKeys([`${evil}\n${evil}`])[0] ?? '', ticked: '1' })
  await post(place(2))
  await post('/finish', { score: '1', comment: evil })
  const pages = [refused, await get(), await get('/finish'), await get('/thanks'), await get('/answers')]
  for (const index of steps.keys()) pages.push(await get(place(index)), await get(`${place(index)}?show=1`))
  for (const { payload, statusCode } of pages) {
    expect([200, 422]).toContain(statusCode)
    expect(payload).not.toMatch(/<script(?! type="module" src="\/player\/)|<img|<[^>]*\sonerror=/)
    expect(payload).not.toContain('&lt;img src=x onerror=alert(1)&gt;1')
  }
  expect(pages[1]?.payload).toContain('{{count}}$t(skip)')
})

test('a form field can be named like a property of every object', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty']
  const fields = names.map((name) => ({ name, label: name, kind: 'text' as const, required: name === 'toString' }))
  const { steps, get, post, path } = await opened({
    title: 'P',
    sections: [{ title: 'P', steps: [{ title: 'P', type: 'form', content: { fields } }] }],
  })
  await post(`/steps/${steps[0]?.id}`, { f0: 'kept' })
  const refused = await get(`/steps/${steps[0]?.id}?refused=1`)
  expect(refused.payload).toContain('One answer needs another look')
  expect(refused.payload.match(/class="f wrong"/g)).toHaveLength(1)
  expect(refused.payload).not.toContain('native code')
  expect((await post(`/steps/${steps[0]?.id}`, { f1: 'me' })).statusCode).toBe(303)
  const contact = await instance.handrail.asContact(path.slice(3))
  expect(Object.values((await contact.invoke(readOwnGuide, {})).data.view?.answers ?? {})).toEqual([{ toString: 'me' }])
})

test('direction marks affect only their own text', async () => {
  const turned = '\u202egnp.exe'
  const { get } = await opened({
    title: turned,
    sections: [{ title: turned, steps: [{ title: turned, content: { markdown: turned } }] }],
  })
  const { payload } = await get()
  for (const found of payload.matchAll(/(.{60})\u202e/g))
    expect(found[1], 'isolated').toMatch(/(?:dir="auto">|<bdi[^>]*>|\u2068)$/)
})

test('a guide of a hundred sections with two hundred steps each loads', async () => {
  const steps = (section: number) =>
    Array.from({ length: 200 }, (_, index) => ({ title: `Step ${section}.${index}`, content: { markdown: 'Do it' } }))
  const sections = Array.from({ length: 100 }, (_, index) => ({ title: `Section ${index}`, steps: steps(index) }))
  const { steps: all, get, post } = await opened({ title: 'Long', sections })
  expect(all).toHaveLength(20_000)
  for (const place of ['', `/steps/${all[0]?.id}`, `/steps/${all[19_999]?.id}`]) {
    const began = performance.now()
    const { statusCode, payload } = await get(place)
    expect([statusCode, payload.length < 200_000]).toEqual([200, true])
    expect(performance.now() - began).toBeLessThan(5000)
    expect(payload).toContain('<progress')
  }
  expect((await post(`/steps/${all[0]?.id}`)).headers.location).toContain(all[1]?.id)
}, 60_000)

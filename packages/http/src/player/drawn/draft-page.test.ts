import { Readable } from 'node:stream'
import { type Bound, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import { send } from '../../../test/support/mcp.ts'

const { createGuide, uploadMedia } = operations

/** An image of one point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const GONE = `${'0'.repeat(43)}.png`

describe('a drawn page of a draft', () => {
  let instance: Instance
  let acme: Bound
  beforeAll(async () => {
    instance = await openInstance('sqlite')
    acme = await instance.handrail.asSystem(instance.acme.id)
  })
  afterAll(() => instance.close())

  const shown = async (given: Record<string, string>, scopes = ['guides:read', 'guides:write']) => {
    const params = { name: 'show_guide_draft', arguments: given }
    return send(instance, 'modern', { method: 'tools/call', params, token: await instance.acme.key(scopes) })
  }
  async function drawn(type: 'simple_content' | 'video' | 'embed' | 'link', content: Record<string, unknown>) {
    const steps = [{ title: 'Step', type, content }]
    const { data } = await acme.invoke(createGuide, { title: 'Drawn', sections: [{ title: 'One', steps }] })
    const step_id = data.sections[0]?.steps[0]?.id ?? ''
    const { body } = await shown({ id: data.id, step_id })
    const { page, styles, changes, sections } = body.result.structuredContent.data
    // The overview has these; a step would repeat them.
    expect([styles, changes]).toEqual([undefined, undefined])
    expect(sections).toEqual([{ title: 'One', steps: [{ id: step_id, title: 'Step' }] }])
    return page as string
  }

  test('has the images of the guide as data, and an image that is gone by its words', async () => {
    const { data: image } = await acme.invoke(uploadMedia, { name: 'dot.png', content: Readable.from([PNG]) })
    const { data: other } = await acme.invoke(uploadMedia, { name: 'tour.png', content: Readable.from([PNG]) })
    expect(other.url).toBe(image.url)
    const page = await drawn('simple_content', { markdown: `![A dot](${image.url})\n\n![No dot](/media/${GONE})` })
    expect(page).toMatch(/<img src="data:image\/png;base64,[\w+/=]+" alt="A dot"/)
    expect(page).toMatch(/<img alt="No dot"/)
    expect(page).not.toContain('/media/')
  })

  test.each([
    ['video', { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }, 'Play'],
    ['link', { url: 'https://elsewhere.example/page' }, 'elsewhere.example'],
    ['embed', { url: 'https://elsewhere.example/page' }, 'elsewhere.example'],
    ['simple_content', { markdown: 'See [our site](https://elsewhere.example) and <script>x</script>' }, 'our site'],
  ] as const)('of a %s step leads nowhere, and names what it would lead to', async (type, content, words) => {
    const page = await drawn(type, content)
    expect(page).toContain(words)
    expect(page.match(/<(?:script|link|iframe|base)\b| (?:href|action|src|srcset)="(?!#)/g)).toBeNull()
  })

  test('comes with the style sheet in light and dark beside the overview', async () => {
    const { data } = await acme.invoke(createGuide, { title: 'Styled' })
    const { body } = await shown({ id: data.id })
    const { styles, page } = body.result.structuredContent.data
    expect(page).toContain('<h1 dir="auto">Styled</h1>')
    expect([styles.light, styles.dark]).toEqual([
      expect.stringMatching(/color-scheme: light;.*@media not all/s),
      expect.stringMatching(/color-scheme: dark;.*@media all/s),
    ])
    // Nothing that a style sheet could load.
    expect(JSON.stringify(styles)).not.toMatch(/url\(|@import/)
  })

  test('is for who may write guides alone', async () => {
    const { data } = await acme.invoke(createGuide, { title: 'Own' })
    expect((await shown({ id: data.id }, ['guides:read'])).status).toBe(403)
    const { body } = await shown({ id: '01900000-0000-7000-8000-000000000000' })
    expect(body.result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^No record/) }] })
  })
})

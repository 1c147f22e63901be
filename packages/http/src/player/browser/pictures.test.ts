import { Readable } from 'node:stream'
import { operations } from '@handrail/core'
import { describe, expect, test } from 'vitest'
import { look, WIDTHS } from '../../../../../test/browser/browser.ts'
import { pngOf } from '../../../../../test/png.ts'
import { invite, publish } from '../../../test/support/player.ts'
import { usePlayer } from '../../../test/support/player-browser.ts'

const { uploadMedia } = operations

const { needsBrowser, openPage, player } = usePlayer()

describe.each([
  { name: 'phone', way: { viewport: { width: WIDTHS.phone, height: 844 }, deviceScaleFactor: 2 }, loaded: 800 },
  { name: 'wide phone', way: { viewport: { width: 600, height: 844 }, deviceScaleFactor: 2 }, loaded: 1600 },
  { name: 'desktop', way: { viewport: { width: WIDTHS.desktop, height: 800 }, deviceScaleFactor: 1 }, loaded: 800 },
])('a picture of 2,400 pixels on a $name', ({ name, way, loaded }) => {
  test('is loaded in a size that fits, and has its caption', async (context) => {
    needsBrowser(context)
    const { base, sample } = player()
    const content = Readable.from([pngOf(2400, 1600)])
    const { url } = (await sample.bound.invoke(uploadMedia, { name: 'plan.png', content })).data
    const markdown = `Look at this.\n\n![The plan](${new URL(url).pathname} "The plan of the first week")`
    const guide = await publish(sample.bound, {
      title: 'Pictures',
      sections: [{ title: 'One', steps: [{ title: 'See', content: { markdown } }] }],
    })
    const { path } = await invite(sample.bound, guide.id)
    const page = await openPage({ ...way, locale: 'en-GB' })
    await page.goto(`${base}${path}/steps/${guide.sections[0]?.steps[0]?.id}`, { waitUntil: 'networkidle' })
    const shown = 'document.querySelector(".md img").currentSrc'
    const current = new URL(await page.evaluate<string>(shown)).pathname
    const [chosen = ''] =
      (await page.locator('.md img').getAttribute('srcset'))
        ?.split(', ')
        .filter((one) => one.startsWith(`${current} `)) ?? []
    expect(chosen).toBe(`${current} ${loaded}w`)
    expect((await fetch(base + current)).headers.get('content-type')).toBe('image/png')
    expect(await page.locator('figure figcaption').textContent()).toBe('The plan of the first week')
    await look(page, { name: `picture-${name}`, isScripted: true })
  })
})

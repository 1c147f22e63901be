import { operations } from '@handrail/core'
import { expect, test } from 'vitest'
import { openInstance } from '../../../test/support/instance.ts'
import { invite, openLink, payroll } from '../../../test/support/player.ts'

const { completeOwnStep } = operations

/** The page without what differs with each start: addresses with ids, and drawings that it does not use. */
function steady(html: string, ids: readonly string[]): string {
  const drawn = html.replaceAll(/<symbol id="(i-[\w-]+)".*?<\/symbol>/gs, (symbol, id: string) =>
    html.includes(`href="#${id}"`) ? symbol : '',
  )
  const named = ids.reduce((text, id, index) => text.replaceAll(id, `id-${index}`), drawn)
  return named
    .replaceAll(/\/g\/[\w-]+/g, '/g/token')
    .replaceAll(/\/player\/\w+\./g, '/player/hash.')
    .replaceAll('><', '>\n<')
}

test('pages of a guide without roles, and of one person, are what they were before others could take part', async () => {
  const instance = await openInstance('sqlite')
  const { bound, guide, steps } = await payroll(instance.handrail, instance.acme.id)
  const { path } = await invite(bound, guide.id)
  const ids = [...steps.map(({ id }) => id), ...guide.sections.map(({ id }) => id), instance.acme.id]
  const { get } = openLink(instance.app, path)
  const contact = await instance.handrail.asContact(path.slice(3))
  await contact.invoke(completeOwnStep, { step_id: steps[0]?.id ?? '' })
  for (const place of ['', `/steps/${steps[1]?.id}`, `/steps/${steps[2]?.id}`, '/ask'])
    expect(steady((await get(place)).payload, ids)).toMatchSnapshot(
      ids.reduce((t, id, i) => t.replace(id, `id-${i}`), place) || 'overview',
    )
  await instance.close()
})

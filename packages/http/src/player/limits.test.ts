import { operations } from '@handrail/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../test/support/instance.ts'
import { invite, openLink, payroll, publish } from '../../test/support/player.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite')
})
afterAll(() => instance.close())

test('the requests by the link of one participant do not use up those of another person', async () => {
  const { bound } = await payroll(instance.handrail, instance.acme.id)
  const guide = await publish(bound, { title: 'G', sections: [{ title: 'S', steps: [{ title: 'Read' }] }] })
  const { id, path } = await invite(bound, guide.id)
  const add = async (email: string) =>
    (await bound.invoke(operations.createParticipant, { id, email, first_name: 'P' })).data.access_token ?? ''
  const [ann, bob] = [await add('ann@limits.example'), await add('bob@limits.example')]
  const statusOf = async (link: string) => (await openLink(instance.app, link).get()).statusCode
  const statuses = new Set<number>()
  for (let number = 0; number < 400 && !statuses.has(429); number++) statuses.add(await statusOf(`/g/${ann}`))
  expect([...statuses]).toEqual([200, 429])
  expect([await statusOf(`/g/${bob}`), await statusOf(path)]).toEqual([200, 200])
})

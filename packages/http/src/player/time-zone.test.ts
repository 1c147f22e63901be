import { expect, test } from 'vitest'
import { ENGINES, openInstance } from '../../test/support/instance.ts'
import { invite, openLink, publish } from '../../test/support/player.ts'

test.each(ENGINES)('the time zone of the browser is kept for the daily mail, if it is one, on %s', async (engine) => {
  const instance = await openInstance(engine)
  const bound = await instance.handrail.asSystem(instance.acme.id)
  const steps = [{ title: 'Connect', due: { days: 3, from: 'enrolled' } }]
  const guide = await publish(bound, { title: 'Go live', sections: [{ title: 'All', steps }] })
  const { path } = await invite(bound, guide.id)
  const { post } = openLink(instance.app, path)
  const zones = () =>
    instance.handrail.database.read(async ({ db, tables: { daily_mail_schedules: t } }) =>
      (await db.select({ zone: t.time_zone }).from(t)).map(({ zone }) => zone),
    )
  for (const wrong of [undefined, '', '+01:00', 'Nowhere/City', 'x'.repeat(10_000), '<script>'])
    expect((await post('/open', wrong === undefined ? {} : { time_zone: wrong })).statusCode).toBe(204)
  expect(await zones()).toEqual([null])
  for (const zone of ['Asia/Tokyo', 'America/New_York']) {
    expect((await post('/open', { time_zone: zone })).statusCode).toBe(204)
    expect(await zones()).toEqual([zone])
  }

  const plain = await publish(bound, { title: 'Plain', sections: [{ title: 'All', steps: [{ title: 'Read' }] }] })
  const other = await invite(bound, plain.id)
  await openLink(instance.app, other.path).post('/open', { time_zone: 'Asia/Tokyo' })
  expect(await zones(), 'a guide without a plan writes no row').toEqual(['America/New_York'])
  await instance.close()
})

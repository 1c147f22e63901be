import { type Bound, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/support/instance.ts'
import { invite, openLink, publish } from '../../../test/support/player.ts'

const { completeStep, createUser, updateEnrollment, updateEnrollmentStep } = operations

describe.each(ENGINES)('steps of the team in the player on %s', (engine) => {
  let instance: Instance
  let team: Bound
  let guide: Awaited<ReturnType<typeof publish>>
  beforeAll(async () => {
    instance = await openInstance(engine)
    team = await instance.handrail.asSystem(instance.acme.id)
    const steps = [
      { title: 'Connect it', responsible: 'team', content: { markdown: 'We connect **your data**.' } },
      { title: 'Tell us' },
      { title: 'Check it', type: 'checklist' as const, responsible: 'team', content: { items: ['Nothing for you'] } },
    ]
    guide = await publish(team, { title: 'Go live', sections: [{ title: 'All', steps }] })
  })
  afterAll(() => instance.close())

  const placeOf = (title: string) => `/steps/${guide.sections[0]?.steps.find((one) => one.title === title)?.id}`
  const idOf = (title: string) => placeOf(title).slice('/steps/'.length)
  async function enrolled(language = 'en-GB') {
    const { id, path } = await invite(team, guide.id)
    return { id, ...openLink(instance.app, path, { 'accept-language': language }) }
  }

  test('are in place with who does them, and never the next step of the reader', async () => {
    const { data: robin } = await team.invoke(createUser, {
      email: 'robin@acme.example',
      name: 'Robin Hale',
      role: 'editor',
      password: 'correct horse battery',
    })
    const { id, get } = await enrolled()
    expect((await get()).payload).toContain('<small>We do this.</small>')
    await team.invoke(updateEnrollment, { id, assignee_id: robin.id })
    const page = (await get()).payload
    expect(page).toMatch(/<div class="nextup">.*Tell us<\/h2>/s)
    for (const text of ['class="st team"', 'We do this. Robin Hale', 'Yours 1', 'Everybody’s 3'])
      expect(page).toContain(text)
    expect((await get('?steps=yours')).payload).toMatch(/To do<\/h3>.*Tell us.*With Acme<\/h3>.*Connect it.*Check it/s)
  })

  test('can be read, and have nothing to press', async () => {
    const { get, post } = await enrolled()
    const page = (await get(placeOf('Connect it'))).payload
    for (const text of [
      'We do this.',
      'There is nothing for you to do here.',
      '<strong>your data</strong>',
      '/ask?step=',
    ])
      expect(page).toContain(text)
    for (const text of ['<button class="go"', 'Done, next step', 'stuck', 'pass-on']) expect(page).not.toContain(text)
    expect((await get(placeOf('Check it'))).payload).not.toContain('Nothing for you')
    const sent = await post(placeOf('Connect it'))
    expect([sent.statusCode, sent.headers.location]).toEqual([303, expect.stringContaining(placeOf('Connect it'))])
    expect((await get()).payload).toContain('0 of 3 steps done')
  })

  test('say when they are done, and who is next while the reader waits', async () => {
    const { id, get, post } = await enrolled()
    await team.invoke(completeStep, { id, step_id: idOf('Connect it') })
    expect((await post(placeOf('Tell us'))).headers.location).not.toContain('/steps/')
    const page = (await get()).payload
    for (const text of ['2 of 3 steps done', 'Nothing for you now', 'Acme is next. <bdi>Check it'])
      expect(page).toContain(text)
    expect(page).toMatch(/Acme, \d+ \w+/)
    expect(page).not.toContain('All done')
    await team.invoke(completeStep, { id, step_id: idOf('Check it') })
    expect((await get()).payload).toContain('All done')
  })

  test.each([
    ['en', 'Not needed any more', 'Nothing for you now'],
    ['de', 'Wird nicht mehr gebraucht', 'Für Sie gibt es gerade nichts zu tun'],
    ['es', 'Ya no hace falta', 'Nada para usted ahora'],
    ['fr', 'Plus nécessaire', 'Rien pour vous en ce moment'],
  ])('that are skipped say so in %s, and are not waited for', async (language, skipped, waiting) => {
    const { id, get } = await enrolled(language)
    await team.invoke(updateEnrollmentStep, { id, step_id: idOf('Tell us'), skipped: true })
    const page = (await get()).payload
    for (const text of [skipped, waiting]) expect(page).toContain(text)
    expect((await get(placeOf('Tell us'))).payload).toContain(skipped)
    expect((await get('?steps=yours')).payload).not.toContain('team_')
  })
})

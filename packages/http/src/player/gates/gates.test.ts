import { type Bound, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/support/instance.ts'
import { invite, openLink, publish } from '../../../test/support/player.ts'

const { completeStep, openSection } = operations

describe.each(ENGINES)('closed sections in the player on %s', (engine) => {
  let instance: Instance
  let team: Bound
  let guide: Awaited<ReturnType<typeof publish>>
  beforeAll(async () => {
    instance = await openInstance(engine)
    team = await instance.handrail.asSystem(instance.acme.id)
    const canary = { title: 'Canary', content: { markdown: 'Canary' } }
    guide = await publish(team, {
      title: 'Go live',
      sections: [
        { title: 'Connect', steps: [{ title: 'Send a file' }, { title: 'Check it', responsible: 'team' }] },
        { title: 'Build', opens: 'after_previous', steps: [canary, canary] },
        { title: 'Train', opens: 'by_team', waiting_message: 'Once the dashboards are ready.', steps: [canary] },
        { title: 'Live', opens: { days: 13, from: 'enrolled', calendar_days: true }, steps: [canary] },
      ],
    })
  })
  afterAll(() => instance.close())

  const stepOf = (section: number, index = 0) => guide.sections[section]?.steps[index]?.id ?? ''
  async function enrolled(language = 'en-GB') {
    const { id, path } = await invite(team, guide.id)
    return { id, ...openLink(instance.app, path, { 'accept-language': language }) }
  }

  test('say on the overview what they wait for, with no way in', async () => {
    const { get } = await enrolled()
    const page = (await get()).payload
    for (const text of [
      'Opens when “Connect” is done.',
      '2 steps to go: 1 yours, 1 ours.',
      'Once the dashboards are ready.',
      'in 13 days.',
      '<span class="n">2 steps</span>',
      'Everybody’s 6',
      '0 of 6 steps done',
    ])
      expect(page).toContain(text)
    expect(page).not.toContain('Canary')
    expect(page).not.toContain(stepOf(1))
    expect((await get('?steps=yours')).payload).toMatch(/Later<\/h3>.*Build.*Train.*Live/s)
  })

  test('answer at the address of a step with what they wait for, and take nothing', async () => {
    const { get, post } = await enrolled()
    const closed = await get(`/steps/${stepOf(1)}`)
    expect(closed.statusCode).toBe(200)
    for (const text of ['<title>Build · Not open yet', 'Opens when “Connect” is done.'])
      expect(closed.payload).toContain(text)
    expect(closed.payload).not.toContain('Canary')
    expect(closed.payload).not.toContain('<button class="go"')
    const sent = await post(`/steps/${stepOf(1)}`)
    expect([sent.statusCode, sent.headers.location]).toEqual([303, expect.stringContaining(`/steps/${stepOf(1)}`)])
    expect((await get(`/steps/${stepOf(2)}/pass-on`)).payload).toContain('Once the dashboards are ready.')
    expect((await get()).payload).toContain('0 of 6 steps done')
  })

  test('open for the reader, who is told while there is nothing else to do', async () => {
    const { id, get, post } = await enrolled()
    await team.invoke(completeStep, { id, step_id: stepOf(0, 1) })
    expect((await post(`/steps/${stepOf(0)}`)).statusCode).toBe(303)
    const page = (await get()).payload
    expect(page).toMatch(/<div class="nextup">.*Canary<\/h2>/s)
    for (const index of [0, 1]) await post(`/steps/${stepOf(1, index)}`)
    const waiting = (await get()).payload
    expect(waiting).toMatch(/Nothing for you now.*Once the dashboards are ready/s)
    expect(waiting).not.toContain('All done')
    await team.invoke(openSection, { id, section_id: guide.sections[2]?.id ?? '' })
    expect((await get(`/steps/${stepOf(2)}`)).payload).toContain('<h1 class="step" dir="auto">Canary')
  })

  test.each([
    ['de', 'Öffnet, wenn „Connect“ erledigt ist.', 'Noch 2 Schritte: 1 von Ihnen, 1 von uns.', 'in 13 Tagen'],
    [
      'es',
      'Se abre cuando «Connect» esté terminado.',
      'Faltan 2 pasos: 1 de su parte, 1 de la nuestra.',
      'dentro de 13 días',
    ],
    ['fr', 'S’ouvre quand « Connect » est terminé.', 'Encore 2 étapes : 1 de votre côté, 1 du nôtre.', 'dans 13 jours'],
  ])('say it in %s', async (language, ...texts) => {
    const { get } = await enrolled(language)
    const page = (await get()).payload
    for (const text of texts) expect(page).toContain(text)
  })
})

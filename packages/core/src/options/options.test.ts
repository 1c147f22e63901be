import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { createHandrail, type HandrailOptions } from '../index.ts'

// What JavaScript can give, and TypeScript would refuse, is the point.
const open = (options: object) => createHandrail(options as HandrailOptions)
const memory = { database: ':memory:' }

const PLACE = "must be the path of an SQLite file, ':memory:', an address of PostgreSQL"
const WEB = 'must be a web address, such as https://onboarding.example.com'
const NO_QUERY = 'must have no query, no fragment and no password'

describe('the options of createHandrail', () => {
  test.each<[object, string]>([
    [{}, `createHandrail: database is missing: it ${PLACE}`],
    [{ databse: 'a.db' }, 'databse is not an option. Did you mean database?'],
    [{ ...memory, publicURL: 'https://a.example' }, 'publicURL is not an option. Did you mean publicUrl?'],
    [{ ...memory, colour: 1 }, 'colour is not an option. The options are database, publicUrl'],
    [{ database: 7 }, `database ${PLACE}`],
    [{ database: '' }, `database ${PLACE}`],
    [{ database: 'mysql://root:hidden@host/db' }, `database ${PLACE}`],
    [{ database: { url: 'mysql://root:hidden@host/db' } }, `database ${PLACE}`],
    [{ ...memory, publicUrl: 'shop.example' }, `publicUrl ${WEB} (it is "shop.example")`],
    [{ ...memory, publicUrl: 'ftp://shop.example' }, `publicUrl ${WEB} (it is "ftp://shop.example")`],
    [{ ...memory, publicUrl: 'https://shop.example/a?b=1' }, `publicUrl ${NO_QUERY}`],
    [{ ...memory, publicUrl: 'https://shop.example/#a' }, `publicUrl ${NO_QUERY}`],
    [{ ...memory, publicUrl: 'https://root:hidden@shop.example' }, `publicUrl ${NO_QUERY}`],
    [{ ...memory, publicUrl: null }, `publicUrl ${WEB} (it is null)`],
    [{ ...memory, eventDays: 0 }, 'eventDays must be a positive number of days (it is 0)'],
    [{ ...memory, eventDays: '7' }, 'eventDays must be a number (it is "7")'],
    [{ ...memory, eventDays: Number.NaN }, 'eventDays must be a number (it is NaN)'],
    [{ ...memory, mail: 'smtp://a.example' }, 'mail must be an object (it is "smtp://a.example")'],
    [{ ...memory, mail: { url: 'smtp://a.example' } }, 'mail.from is missing: it must be the sender of all mail'],
    [{ ...memory, mail: { from: 'a@a.example' } }, 'mail.url is missing: it must be the address of the mail server'],
    [{ ...memory, mail: { url: 'a.example', from: 'a@a.example' } }, 'mail.url must look like smtp://'],
    [
      { ...memory, mail: { url: 'smtp://a.example', form: 'a@a.example' } },
      'mail.form is not an option. Did you mean from?',
    ],
    [
      { ...memory, plans: { small: { entitlements: ['everything'] } } },
      'plans.small.entitlements.0 must be one of api-access',
    ],
    [
      { ...memory, plans: { small: { entitlements: [], limits: { contacts: -1 } } } },
      'plans.small.limits.contacts must be at least 0',
    ],
    [{ ...memory, webhooks: { allowedRanges: ['10.0.0.0'] } }, 'webhooks.allowedRanges.0 must be a range of addresses'],
    [{ ...memory, onError: 'stderr' }, 'onError must be a function (it is "stderr")'],
    [
      { ...memory, upkeep: 'no', imports: 1 },
      'imports must be true or false (it is 1). upkeep must be true or false (it is "no")',
    ],
  ])('%j: %s', async (options, message) => {
    const refused = open(options)
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining(message) })
    await expect(refused).rejects.not.toThrow('hidden')
  })

  test('without any, or that are no object, are refused', async () => {
    // As JavaScript does, which knows no types.
    const openWith = (...given: unknown[]) => Reflect.apply(createHandrail, undefined, given)
    await expect(openWith()).rejects.toThrow('createHandrail: database is missing')
    await expect(openWith('handrail.db')).rejects.toThrow('createHandrail: The options must be an object')
  })

  test('a plan may leave out its limits', async () => {
    const handrail = await open({ ...memory, plans: { small: { entitlements: [] } } })
    expect(handrail.settings.plans.small).toEqual({ entitlements: [], limits: {} })
    await handrail.close()
  })
})

describe.each(ENGINES)('events on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  test('of a type that there is not, or without a function, are refused', async () => {
    // As above.
    const on = instance.handrail.on as (...given: unknown[]) => unknown
    const off = instance.handrail.off as (...given: unknown[]) => unknown
    const feed = instance.handrail.feed as (...given: unknown[]) => Promise<unknown>
    const listener = () => undefined
    expect(() => on('contact.exploded', listener)).toThrow('on: "contact.exploded" is not a type of event. EVENT_TYPES')
    expect(() => on('contact.craeted', listener)).toThrow('Did you mean contact.created?')
    expect(() => on(undefined, listener)).toThrow('a value of the type undefined is not a type of event')
    expect(() => on('contact.created')).toThrow("on('contact.created', listener) needs a function")
    expect(() => off('contact.exploded', listener)).toThrow('off: "contact.exploded" is not a type of event')
    const refused = (message: string) => ({ code: 'invalid_request', message: expect.stringContaining(message) })
    await expect(feed('crm', { types: ['contact.exploded'] }, listener)).rejects.toMatchObject(
      refused('feed(\'crm\'): "contact.exploded" is not a type of event'),
    )
    await expect(feed('crm', { form: 'oldest' }, listener)).rejects.toMatchObject(refused('Did you mean from?'))
    await expect(feed('crm', { from: 'first' }, listener)).rejects.toMatchObject(
      refused('from must be one of now, oldest (it is "first")'),
    )
    await expect(feed('crm', {})).rejects.toMatchObject(refused('needs a function'))
    await expect(feed('crm', listener)).rejects.toMatchObject(refused('The options must be an object'))
  })
})

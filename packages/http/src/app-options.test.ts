import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance } from '../test/support/instance.ts'
import { createApp, createHandler, type HandlerOptions } from './index.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite')
})
afterAll(() => instance.close())

test.each<[object, string]>([
  [{ console_folder: '.' }, 'console_folder is not an option. Did you mean consoleFolder?'],
  [{ consoleFolder: './nowhere' }, 'consoleFolder must be the folder of the built console'],
  [{ logger: { info() {}, error() {} } }, 'logger must have the functions info, warn and error'],
  [{ rateLimits: { minute: -1 } }, 'rateLimits.minute must be a whole number, 0 for no limit (it is -1)'],
  [{ rateLimits: { minutes: 5 } }, 'rateLimits.minutes is not an option. Did you mean minute?'],
  [{ authenticate: 'cookie' }, 'authenticate must be a function (it is "cookie")'],
  [{ corsOrigins: 'https://a.example' }, 'corsOrigins must be a list (it is "https://a.example")'],
  [{ server: {} }, 'server is not an option.'],
])('of createHandler, %j is refused: %s', async (options, message) => {
  const { handrail } = instance
  // What JavaScript can give, and TypeScript would refuse, is the point.
  await expect(createHandler({ handrail, ...options } as HandlerOptions)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(`createHandler: ${message}`),
  })
})

test('createHandler and createApp need an instance', async () => {
  // As above.
  const none = {} as HandlerOptions
  await expect(createHandler(none)).rejects.toThrow('createHandler: handrail is missing: it must be an instance')
  await expect(createApp(none)).rejects.toThrow('createApp: handrail is missing: it must be an instance')
  // As JavaScript does, which knows no types.
  const unawaited = Reflect.apply(createHandler, undefined, [{ handrail: Promise.resolve(instance.handrail) }])
  await expect(unawaited).rejects.toThrow('which createHandrail returns (it is a promise: await it)')
})

import { openAuthorization } from '../../../src/auth/open-authorization.ts'

/** A process that begins a sign-in, or joins one, prints its address, and waits for its end. */
const [address = '', folder = '', store] = process.argv.slice(2)
const ignore = () => undefined
const authorization = openAuthorization({
  resource: new URL(address),
  profile: 'default',
  folder,
  store: store === 'keychain' ? store : 'file',
  fetch,
  log: { debug: ignore, info: ignore, warn: ignore, conceal: ignore },
})
const pending = await authorization.signIn({ openBrowser: false })
process.stdout.write(`${pending.url}\n`)
await pending.done.then(
  () => process.stdout.write('signed in\n'),
  (error) => process.stdout.write(`${error.message}\n`),
)
await authorization.close()

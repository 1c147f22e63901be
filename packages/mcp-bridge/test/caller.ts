import { openAuthorization } from '../src/auth/open-authorization.ts'
import { call } from './calls.ts'

/** A process of its own that sends calls with a shared sign-in. Its lines: `ready`, then one for each call's status. */
const [address = '', folder = '', calls = '0', pause = '0'] = process.argv.slice(2)
const log = { debug: print, info: print, warn: print, conceal: () => undefined }
const authorization = openAuthorization({
  resource: new URL(address),
  profile: 'default',
  folder,
  store: 'file',
  fetch,
  log,
})

function print(line: string): void {
  process.stderr.write(`${line}\n`)
}

process.stdout.write('ready\n')
process.stdin.once('data', async () => {
  for (let number = 0; number < Number(calls); number++) {
    const status = await call({ url: new URL(address) }, authorization).catch((error) => error.message)
    process.stdout.write(`${status}\n`)
    await new Promise((resolve) => setTimeout(resolve, Number(pause)))
  }
  await authorization.close()
  process.exit(0)
})

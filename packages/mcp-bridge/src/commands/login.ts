import type { Authorization, AuthorizationOptions, PendingSignIn } from '../auth/authorization.ts'
import { openAuthorization } from '../auth/open-authorization.ts'
import { BridgeError } from '../errors/bridge-error.ts'
import { openStore } from '../store/store.ts'
import type { CommandIo } from './command.ts'

export interface LoginOptions extends AuthorizationOptions {
  /** Opens no browser here: the address that the browser elsewhere ends at is read from stdin. */
  noBrowser?: boolean
  /** Keeps a token made by hand, read from stdin, instead of signing in. */
  readToken?: boolean
  /** Whether the person sits at another machine (SSH), where the callback does not reach this one. */
  isRemote?: boolean
}

/** Signs in now, whatever happened before. @throws BridgeError */
export async function login(options: LoginOptions, io: CommandIo): Promise<void> {
  if (options.readToken) return keepToken(options, io)
  const authorization = openAuthorization(options)
  try {
    if (options.grant === 'client_credentials') {
      await authorization.token()
      return io.say(`The client's own credentials work at ${options.resource.host}: nobody needs to sign in.`)
    }
    await signIn(authorization, options, io)
  } finally {
    await authorization.close()
  }
}

async function signIn(authorization: Authorization, options: LoginOptions, io: CommandIo): Promise<void> {
  const pending = await authorization.signIn({ openBrowser: !options.noBrowser, byPerson: true })
  if (pending.notice) io.say(pending.notice)
  io.say(`Sign in at this address:\n\n  ${pending.url}\n`)
  if (pending.userCode) io.say(`and type this code there: ${pending.userCode}`)
  else if (options.noBrowser || options.isRemote) explainPaste(pending.url, io)
  await Promise.race([pending.done, pasted(pending, io)])
  await pending.done
  io.say(`Signed in to ${options.resource.host}.`)
}

function explainPaste(url: string, io: CommandIo): void {
  const port = URL.parse(URL.parse(url)?.searchParams.get('redirect_uri') ?? '')?.port
  io.say('After you have signed in, the browser may show an error at an address that begins with http://127.0.0.1 or')
  io.say('http://localhost. Copy that whole address, paste it here, and press Enter.')
  if (port) io.say(`(Or forward the port beforehand: ssh -L ${port}:127.0.0.1:${port} to this machine.)`)
}

/** Takes pasted addresses until one fits; never settles after that, or when stdin has ended. */
async function pasted(pending: PendingSignIn, io: CommandIo): Promise<never> {
  for (let line = await io.readLine(); line !== undefined; line = await io.readLine()) {
    if (line.trim() === '') continue
    try {
      await pending.paste(line)
      break
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error
      io.say(error.message)
    }
  }
  return new Promise(() => undefined)
}

/** For a Custom Connection: the token never stands in a command line, where every process can read it. */
async function keepToken(options: LoginOptions, io: CommandIo): Promise<void> {
  const token = (await io.readLine())?.trim() ?? ''
  if (!/^[\x21-\x7e]{8,4096}$/.test(token))
    throw new BridgeError('invalid_option', 'That is not a token: give the token alone, on one line, on stdin.')
  options.log.conceal(token)
  const store = await openStore({ ...options, store: options.store ?? 'auto' })
  if (store.kind === 'memory')
    throw new BridgeError('invalid_option', 'With --store memory nothing is kept: use MCP_BRIDGE_TOKEN instead.')
  await store.exclusively(({ entry, write }) =>
    write({ ...entry, credentials: { registrations: entry.credentials.registrations, static_token: token } }),
  )
  if (store.reason) io.say(`${store.reason}: the token is in a file that only you can read.`)
  io.say(`The token for ${options.resource.host} is kept.`)
}

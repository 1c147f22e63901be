import type { AuthorizationOptions } from '../auth/authorization.ts'
import { openAuthorization } from '../auth/open-authorization.ts'
import { BridgeError } from '../errors/bridge-error.ts'
import { commandLine } from '../settings/command-line.ts'
import type { CommandIo } from './command.ts'

export interface TokenOptions extends AuthorizationOptions {
  /** The person knows that it is a secret, and where stdout goes. */
  reveal: boolean
}

/** Prints the access token, refreshed if need be: for a request by hand. @throws BridgeError when signed out */
export async function token(options: TokenOptions, io: CommandIo): Promise<void> {
  if (!options.reveal)
    throw new BridgeError(
      'invalid_option',
      'This prints a secret that lets anyone act as you: run it with --reveal if nobody else sees the output.',
    )
  const authorization = openAuthorization(options)
  try {
    const current = await authorization.token()
    if (!current)
      throw new BridgeError(
        'token_refused',
        `You are not signed in to ${options.resource.host}: run ${commandLine('login', options)}`,
      )
    io.print(current.value)
  } finally {
    await authorization.close()
  }
}

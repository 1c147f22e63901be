import type { AuthorizationOptions } from '../auth/authorization.ts'
import { openAuthorization } from '../auth/open-authorization.ts'
import { openCache } from '../cache/cache.ts'
import type { CommandIo } from './command.ts'

/** Revokes the tokens at the server and deletes them. @throws BridgeError where the server could not be told */
export async function logout(options: AuthorizationOptions, io: CommandIo): Promise<void> {
  const authorization = openAuthorization(options)
  try {
    const wasSignedIn = await authorization.signOut()
    openCache({ folder: options.folder, url: options.resource, profile: options.profile }).forget()
    io.say(
      wasSignedIn ? `Signed out of ${options.resource.host}.` : `You were not signed in to ${options.resource.host}.`,
    )
  } finally {
    await authorization.close()
  }
}

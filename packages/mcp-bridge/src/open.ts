import { homedir } from 'node:os'
import { serverAddress } from './address.ts'
import type { Authorization } from './auth/authorization.ts'
import { openBrowser } from './auth/browser.ts'
import { openAuthorization } from './auth/open-authorization.ts'
import type { Call } from './commands.ts'
import { readHeaders } from './headers.ts'
import { type Log, openLog } from './log.ts'
import { fetchOver } from './network/fetch.ts'
import { type Network, openNetwork } from './network/network.ts'
import { storeFolder } from './store/folder.ts'

/** What every command that talks to a server works with. */
export interface Opened {
  url: URL
  folder: string
  log: Log
  network: Network
  headers: Record<string, string>
  /** Absent where the person's own headers carry the authorization. */
  authorization: Authorization | undefined
}

/** Opens all that a call names. Nothing is read from disk but files that were named, and nothing is sent. */
export function open({ address, settings, environment, platform }: Call): Opened {
  const url = serverAddress(address, settings.allowHttp)
  const { logFile: file, logLevel: level, token, clientSecret } = settings
  const log = openLog({ level, file, write: (text) => void process.stderr.write(text) })
  const headers = readHeaders(settings.headers, settings.headerFile, environment)
  for (const secret of [token, clientSecret, ...Object.values(headers)]) if (secret) log.conceal(secret)
  const network = openNetwork({ environment, ca: settings.ca })
  const folder = storeFolder({ environment, platform, home: homedir() })
  const own = 'authorization' in headers
  const authorization = own ? undefined : openAuthorization(authorizationOptions())
  return { url, folder, log, network, headers, authorization }

  function authorizationOptions() {
    const { profile, store, scopes, clientId, clientMetadataUrl, resource, callbackPort, allowHttp } = settings
    return {
      resource: url,
      profile,
      folder,
      store,
      fetch: fetchOver(network),
      log,
      browser: async (at: string) => !settings.noBrowser && openBrowser(at, { environment, platform, allowHttp }),
      ...(token && { token }),
      ...(clientId && { client: { id: clientId, ...(clientSecret && { secret: clientSecret }) } }),
      ...(clientMetadataUrl && { clientMetadataUrl }),
      ...(settings.clientCredentials && { grant: 'client_credentials' as const }),
      ...(scopes.length > 0 && { scopes }),
      ...(resource && { resourceParameter: resource === 'none' ? (false as const) : resource }),
      authorizeParameters: settings.authorizeParameters,
      callback: { host: settings.callbackHost, ...(callbackPort && { port: callbackPort }) },
      preferDevice: settings.device,
      allowHttp,
    }
  }
}

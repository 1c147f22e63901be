import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import type { Authorization, AuthorizationOptions } from '../auth/authorization.ts'
import { hasBrowser, openBrowser } from '../auth/browser/browser.ts'
import { openAuthorization } from '../auth/open-authorization.ts'
import { forgetVariables } from '../config.ts'
import { BridgeError } from '../errors/bridge-error.ts'
import { type Log, openLog } from '../log/log.ts'
import { writeToStderr } from '../log/stderr.ts'
import { fetchOver } from '../network/fetch.ts'
import { type Network, openNetwork } from '../network/network.ts'
import { readHeaders, variablesIn } from '../settings/headers.ts'
import { serverAddress } from '../settings/server-address.ts'
import { storeFolder } from '../store/folder.ts'
import type { Call } from './command.ts'

/** The context of commands that use a server. */
export interface Setup {
  url: URL
  folder: string
  log: Log
  network: Network
  headers: Record<string, string>
  /** Absent where the person's own headers carry the authorization. */
  authorization: Authorization | undefined
  /** The options that the authorization was opened with. */
  authorizing: AuthorizationOptions
}

/** Opens all that a call names. Nothing is read from disk but files that were named, and nothing is sent. */
export function setUp({ address, settings, environment, platform, command }: Call): Setup {
  const url = serverAddress(address, settings.allowHttp, command)
  const { logFile: file, logLevel: level, token, clientSecret } = settings
  const log = openLog({ level, file, write: writeToStderr })
  const headers = readHeaders(settings.headers, settings.headerFile, environment)
  forgetVariables(variablesIn(settings.headers, settings.headerFile))
  for (const secret of [token, clientSecret, ...Object.values(headers)]) if (secret) log.conceal(secret)
  const network = openNetwork({ environment, ca: settings.ca })
  const folder = storeFolder({ environment, platform, home: homedir() })
  const authorizing = authorizationOptions()
  const authorization = 'authorization' in headers ? undefined : openAuthorization(authorizing)
  return { url, folder, log, network, headers, authorization, authorizing }

  function privateKey() {
    const { clientKey, clientKeyAlgorithm: algorithm } = settings
    return clientKey === undefined ? {} : { privateKey: { pem: readKey(clientKey), algorithm } }
  }

  function authorizationOptions(): AuthorizationOptions {
    const { profile, store, scopes, clientId, clientMetadataUrl, resource, callbackPort, allowHttp } = settings
    return {
      resource: url,
      profile,
      command,
      folder,
      store,
      fetch: fetchOver(network),
      headers,
      log,
      browser: async (at: string) => !settings.noBrowser && openBrowser(at, { environment, platform, allowHttp }),
      ...(token && { token }),
      ...(clientId && { client: { id: clientId, ...(clientSecret && { secret: clientSecret }), ...privateKey() } }),
      ...(clientMetadataUrl && { clientMetadataUrl }),
      ...(settings.clientCredentials && { grant: 'client_credentials' }),
      ...(scopes.length > 0 && { scopes }),
      ...(resource && { resourceParameter: resource === 'none' ? false : resource }),
      dpop: settings.dpop,
      authorizeParameters: settings.authorizeParameters,
      callback: {
        host: settings.callbackHost,
        path: callbackPath(settings.callbackPath),
        ...(callbackPort && { port: callbackPort }),
      },
      preferDevice: settings.device || settings.noBrowser || !hasBrowser({ environment, platform }),
      allowHttp,
    }
  }
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new BridgeError('invalid_option', `The file of --client-key cannot be read: ${file}.`, { cause })
  }
}

function callbackPath(path: string): string {
  if (/^\/[\w/.~-]*$/.test(path)) return path
  throw new BridgeError('invalid_option', `--callback-path must be a path such as /callback, and "${path}" is not.`)
}

import { setFlagsFromString } from 'node:v8'
import { openCache } from '../cache/cache.ts'
import { openPins } from '../cache/pins.ts'
import { sentenceOf } from '../errors/failure.ts'
import { orphaned, terminated } from '../host/lifetime.ts'
import { openHostTransport } from '../host/transport.ts'
import type { Message } from '../protocol/messages.ts'
import { type McpProxy, openProxy } from '../proxy/proxy.ts'
import { openSignInPrompts } from '../proxy/sign-in/sign-in-prompts.ts'
import { watchSignIns } from '../proxy/sign-in/sign-in-watch.ts'
import type { ServerListener } from '../server/client.ts'
import { openRequests } from '../server/http/requests.ts'
import { openServer } from '../server/server.ts'
import { commandLine } from '../settings/command-line.ts'
import { pause } from '../timing.ts'
import type { Call } from './command.ts'
import { setUp } from './setup.ts'

/** How long answers that are on their way may still take, and how long the end may take, after the host has gone. */
const LAST_ANSWERS_MS = 500
const END_MS = 1000

/** Serves until the host has gone. */
export async function serve(call: Call): Promise<void> {
  keepSmall()
  const { url, folder, log, network, headers, authorization, authorizing } = setUp(call)
  const { settings } = call
  // A fault of one request is no reason to take the others down, and a stack helps nobody at an assistant.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => log.error(sentenceOf(error)))
  if (process.stdin.isTTY)
    log.say(`This waits for an assistant on stdin. To set one up: ${call.command} install --help`)
  const cache = openCache({ folder, url, profile: settings.profile })
  const signIns =
    authorization &&
    openSignInPrompts({
      authorization,
      server: url.host,
      logout: commandLine('logout', authorizing),
      log,
      // More tools may be open to more scopes, so a step-up counts as well.
      onSignedIn: () => proxy.signedIn(),
    })
  const watch = watchSignIns(authorization, () => proxy.signedIn())
  const onAdmitted = (withToken: boolean) => {
    watch.admitted(withToken)
    signIns?.admitted()
  }
  const send = openRequests({ url, network, authorization, headers, log, onAdmitted })
  const listener: ServerListener = {
    notification: (method, params) => proxy.server.notification(method, params),
    request: (method, params, signal) => proxy.server.request(method, params, signal),
  }
  const server = openServer({ url, send, cache, log, listener })
  const proxy = openProxy({
    ...{ url, server, cache, signIns, log },
    filter: { allow: settings.allowTools, deny: settings.denyTools, readOnly: settings.readOnly },
    toolTimeoutMs: settings.toolTimeout * 1000,
    pinning: {
      mode: settings.pin,
      pins: openPins({ folder, url, profile: settings.profile }),
      accept: commandLine('accept', authorizing),
    },
    transport: {
      send: (message) => transport.send(message),
      request: (method, params, signal) => transport.request(method, params, signal),
    },
  })
  let isFirst = true
  const receive = (message: Message) => {
    // Looking into a keychain takes time, which the first answer does not have.
    if (isFirst) setImmediate(watch.begin)
    isFirst = false
    return proxy.receive(message)
  }
  const transport = openHostTransport({ input: process.stdin, output: process.stdout, receive })

  await Promise.race([transport.closed, orphaned(), terminated()])
  await lastAnswers(proxy)
  watch.end()
  const closed = Promise.allSettled([server.close(), authorization?.close()])
  await Promise.race([closed, pause(END_MS)])
  network.close()
  process.exit(0)
}

async function lastAnswers(proxy: McpProxy): Promise<void> {
  const deadline = Date.now() + LAST_ANSWERS_MS
  const isBusy = () => proxy.waiting() > 0 || process.stdout.writableLength > 0
  while (isBusy() && Date.now() < deadline) await pause(10)
}

/**
 * Many bridges run side by side for months, and wait nearly all of that time: compilers that optimise would take 15 MB
 * for what no call notices.
 */
function keepSmall(): void {
  for (const flag of ['--no-opt', '--no-maglev', '--optimize-for-size']) setFlagsFromString(flag)
}

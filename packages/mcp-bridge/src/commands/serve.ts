import { setFlagsFromString } from 'node:v8'
import { openCache } from '../cache/cache.ts'
import type { Call } from '../commands.ts'
import { sentenceOf } from '../errors/failure.ts'
import { openHostLine } from '../host/transport.ts'
import type { Message } from '../protocol.ts'
import { openBridge } from '../proxy/proxy.ts'
import { openSignIns } from '../proxy/sign-in-prompts.ts'
import { openDoor } from '../server/http/requests.ts'
import { openRemote } from '../server/server.ts'
import { type Opened, open } from './setup.ts'

/** How long answers that are on their way may still take, and how long the end may take, after the host has gone. */
const LAST_ANSWERS_MS = 500
const END_MS = 1000
const PARENT_POLL_MS = 2000

/** Serves until the host has gone. */
export async function serve(call: Call): Promise<void> {
  keepSmall()
  const opened = open(call)
  const { url, folder, log, network, headers, authorization } = opened
  const { settings } = call
  // A fault of one request is no reason to take the others down, and a stack helps nobody at an assistant.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => log.error(sentenceOf(error)))
  if (process.stdin.isTTY) log.say('This waits for an assistant on stdin. To set one up: mcp-bridge install --help')
  const cache = openCache({ folder, url, profile: settings.profile })
  const signIns =
    authorization &&
    openSignIns({
      authorization,
      server: url.host,
      log,
      // More tools may be open to more scopes, so a step-up counts as well.
      onSignedIn: () => bridge.signedIn(true),
    })
  const watch = watchSignIns(opened, (isSignedIn) => bridge.signedIn(isSignedIn))
  const onAdmitted = (withToken: boolean) => {
    watch.admitted(withToken)
    signIns?.admitted()
  }
  const door = openDoor({ url, network, authorization, headers, log, onAdmitted })
  const remote = openRemote({
    door,
    cache,
    log,
    announcements: {
      notification: (method, params) => bridge.announced(method, params),
      ask: (method, params) => bridge.asked(method, params),
    },
  })
  const bridge = openBridge({
    url,
    remote,
    cache,
    filter: { allow: settings.allowTools, deny: settings.denyTools, readOnly: settings.readOnly },
    signIns,
    toolTimeoutMs: settings.toolTimeout * 1000,
    log,
    host: { send: (message) => line.send(message), ask: (method, params) => line.ask(method, params) },
  })
  let isFirst = true
  const receive = (message: Message) => {
    // Looking into a keychain takes time, which the first answer does not have.
    if (isFirst) setImmediate(watch.begin)
    isFirst = false
    return bridge.receive(message)
  }
  const line = openHostLine({ input: process.stdin, output: process.stdout, receive })

  await Promise.race([line.gone, orphaned(), ended()])
  const deadline = Date.now() + LAST_ANSWERS_MS
  const isBusy = () => bridge.waiting() > 0 || process.stdout.writableLength > 0
  while (isBusy() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10))
  watch.end()
  const closed = Promise.allSettled([remote.close(), authorization?.close()])
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, END_MS))])
  network.close()
  process.exit(0)
}

/** Tells of sign-ins and sign-outs, not of the refreshes between them. */
function watchSignIns({ authorization }: Opened, onChange: (isSignedIn: boolean) => void) {
  let isSignedIn: boolean | undefined
  let end: () => void = () => undefined
  return {
    /** A token was good: what is stored from now on is a newer one. */
    admitted: (withToken: boolean) => {
      if (withToken) isSignedIn = true
    },
    begin: () => {
      end =
        authorization?.onChange((token) => {
          if (isSignedIn === (token !== undefined)) return
          isSignedIn = token !== undefined
          onChange(isSignedIn)
        }) ?? end
    },
    end: () => end(),
  }
}

/**
 * Many bridges run side by side for months, and wait nearly all of that time: compilers that optimise would take 15 MB
 * for what no call notices.
 */
function keepSmall(): void {
  for (const flag of ['--no-opt', '--no-maglev', '--optimize-for-size']) setFlagsFromString(flag)
}

function ended(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

/** A host that dies without closing our input leaves us to another parent. */
function orphaned(): Promise<void> {
  const parent = process.ppid
  return new Promise((resolve) => {
    setInterval(() => process.ppid !== parent && resolve(), PARENT_POLL_MS).unref()
  })
}

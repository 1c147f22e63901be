import type { Handrail } from '@handrail/core'
import { isBucketUrl, isLoopbackHost, verifyContents } from '@handrail/core/internal'
import type { AppOptions } from '@handrail/http'
import type { Logger } from 'pino'
import { type Config, commandLine, environmentWith } from '../../configuration/config.ts'
import { limitMemory, returnMemory } from '../../configuration/memory.ts'
import { openInstance } from '../../instance.ts'
import { startTracing } from '../../tracing/tracing.ts'
import { VERSION } from '../../version.ts'
import { requireBackups, scheduleBackups } from './backups.ts'
import { banner } from './banner.ts'
import { consoleFolder } from './console.ts'
import { firstStart, type Start } from './first-start.ts'
import { createListening, type Listening } from './listening.ts'
import { openWhenUsable } from './open-when-usable.ts'
import { slowReason } from './slow-reason.ts'

/** What a process does of the work of the service. */
export interface Part {
  /** Whether it is the first at a start: it migrates, fills an empty instance, and reports settings that cannot work. */
  isFirst: boolean
  /** Whether it does what one process of a machine does: backups and the reception of replies. */
  hasDuties: boolean
  /** Whether it listens while it waits for the database. Where others answer already, it does not. */
  listensEarly: boolean
  others: AppOptions['others']
}

/** The part of a process that is alone. */
export const WHOLE: Part = { isFirst: true, hasDuties: true, listensEarly: true, others: undefined }

interface Serving {
  logger: Logger
  part: Part
  /** Resolves when the service is to stop. */
  stopped: Promise<void>
  /** Called once it takes requests, with the text that says so. */
  onReady(text: string): void
  onStopping(): void
}

/** Serves in this process until it is stopped. */
export async function runService(config: Config, serving: Serving): Promise<void> {
  const { logger, stopped } = serving
  const stopTracing = await startTracing(
    logger,
    environmentWith({ OTEL_EXPORTER_OTLP_ENDPOINT: config.otlpEndpoint ?? '' }),
  )
  const server = await start(config, serving)
  limitMemory()
  const stopReturning = returnMemory()
  serving.onReady(server.banner)
  await stopped
  serving.onStopping()
  stopReturning()
  await server.stop()
  await stopTracing()
}

async function start(config: Config, { logger, stopped, part }: Serving) {
  const onError = (error: unknown, about?: object) => logger.error({ ...about, err: error }, 'background work failed')
  if (part.isFirst) await requireUsable(config)
  const listening = createListening(config, logger, part.listensEarly)
  const closing: (() => Promise<unknown>)[] = [listening.close]
  const stop = async () => {
    for (const close of closing) await close()
  }
  try {
    const open = () => openAndFill(config, { listening, part, onError })
    const { handrail, found } = await openWhenUsable(open, {
      ...{ onWaiting: listening.waitsFor, stopped },
      slowReason: () => slowReason(config),
    })
    closing.unshift(() => handrail.close())
    handrail.watchReplies((receipt) => logger.info(receipt, 'a mail was received'))
    const { createApp } = await import('@handrail/http')
    const { server, address } = await listening.listen()
    const app = await createApp({ handrail, logger, server, others: part.others, ...httpSettings(config) })
    closing.unshift(() => app.close())
    await app.ready()
    server.begin()
    if (part.hasDuties) closing.unshift((await scheduleBackups(config, handrail, logger)).stop)
    return { banner: banner(config, address, found), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Reports a wrong configuration at the start, not with the first upload or backup. */
async function requireUsable(config: Config): Promise<void> {
  if (isBucketUrl(config.files)) await verifyContents(config)
  await requireBackups(config)
}

interface Beside {
  listening: Listening
  part: Part
  onError(error: unknown): void
}

async function openAndFill(config: Config, { listening, part, onError }: Beside) {
  const handrail = await openInstance(config, { exclusive: true, receivesReplies: part.hasDuties, onError })
  try {
    // Last, because links and keys are shown only once: no later error can prevent the start.
    await listening.listen()
    return { handrail, found: await foundBy(part, handrail, config) }
  } catch (error) {
    await handrail.close()
    throw error
  }
}

async function foundBy({ isFirst }: Part, handrail: Handrail, config: Config): Promise<Start> {
  return isFirst ? firstStart(handrail, config) : { kind: 'known' }
}

function httpSettings(config: Config) {
  const {
    trustProxy,
    connectionsPerAddress,
    corsOrigins,
    metricsToken,
    securityContact,
    rateLimitMinute: minute,
    rateLimitHour: hour,
  } = config
  return {
    metricsToken,
    securityContact,
    version: VERSION,
    // Not the path of this program on a public page: the manual puts it on the search path of the operator.
    operatorCommand: (command: string) =>
      isLoopbackHost(new URL(config.publicUrl).hostname) ? commandLine(command, config) : `handrail ${command}`,
    rateLimits: { minute, hour },
    ...(trustProxy && { trustProxy }),
    ...(connectionsPerAddress !== undefined && { connectionsPerAddress }),
    ...(corsOrigins && { corsOrigins }),
    consoleFolder: consoleFolder(),
  }
}

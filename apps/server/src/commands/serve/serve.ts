import { isBucketUrl, verifyContents } from '@handrail/core/internal'
import type { Logger } from 'pino'
import { command, INSTANCE_SETTINGS, MAIL_SETTINGS, REPLY_SETTINGS, SETUP_SETTINGS } from '../../command.ts'
import { type Config, environmentWith } from '../../configuration/config.ts'
import { limitMemory } from '../../configuration/memory.ts'
import { openInstance } from '../../instance.ts'
import { startTracing } from '../../tracing/tracing.ts'
import { requireBackups, scheduleBackups } from './backups.ts'
import { banner } from './banner.ts'
import { consoleFolder } from './console.ts'
import { firstStart } from './first-start.ts'
import { withPort } from './listen.ts'
import { createListening, type Listening } from './listening.ts'
import { createLogger } from './logger.ts'
import { openWhenUsable } from './open-when-usable.ts'
import { limitStopping, stopSignal } from './stop.ts'

export const serve = command({
  name: 'serve',
  summary: 'Start the service; creates or migrates the database first. The default command',
  settings: [
    'host',
    ...INSTANCE_SETTINGS,
    'demo',
    ...MAIL_SETTINGS,
    'rateLimitMinute',
    'rateLimitHour',
    'trustProxy',
    'corsOrigins',
    'embedHosts',
    'webhookAllowedCidrs',
    'webhookProxy',
    'maxVideoMb',
    'eventDays',
    ...REPLY_SETTINGS,
    'backupEvery',
    'metricsToken',
    'otlpEndpoint',
    'logLevel',
  ],
  environment: SETUP_SETTINGS,
  examples: [
    'handrail serve --demo',
    'handrail serve --port 8080 --host 0.0.0.0 --public-url https://onboarding.example.com',
    'HANDRAIL_SECRET="$(cat secret)" handrail serve --database-url postgres://handrail@db/handrail',
  ],
  async run({ config, say }) {
    const stopped = stopSignal()
    const logger = createLogger(config)
    const stopTracing = await startTracing(
      logger,
      environmentWith({ OTEL_EXPORTER_OTLP_ENDPOINT: config.otlpEndpoint ?? '' }),
    )
    const server = await start(await withPort(config), { logger, stopped })
    limitMemory()
    say(server.banner)
    await stopped
    limitStopping()
    await server.stop()
    await stopTracing()
  },
})

async function start(config: Config, { logger, stopped }: { logger: Logger; stopped: Promise<void> }) {
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed')
  // Report a wrong configuration at the start, not with the first upload.
  if (isBucketUrl(config.files)) await verifyContents(config)
  await requireBackups(config)
  const listening = createListening(config, logger)
  const closing: (() => Promise<unknown>)[] = [listening.close]
  const stop = async () => {
    for (const close of closing) await close()
  }
  try {
    const open = () => openAndFill(config, { listening, onError })
    const { handrail, found } = await openWhenUsable(open, { onWaiting: listening.waitsFor, stopped })
    closing.unshift(() => handrail.close())
    handrail.watchReplies((receipt) => logger.info(receipt, 'a mail was received'))
    const { createApp } = await import('@handrail/http')
    const { server, address } = await listening.listen()
    const app = await createApp({ handrail, logger, server, ...httpSettings(config) })
    closing.unshift(() => app.close())
    await app.ready()
    server.begin()
    const schedule = await scheduleBackups(config, handrail, logger)
    closing.unshift(schedule.stop)
    return { banner: banner(config, address, found), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Beside {
  listening: Listening
  onError(error: unknown): void
}

async function openAndFill(config: Config, { listening, onError }: Beside) {
  const handrail = await openInstance(config, { exclusive: true, onError })
  try {
    // Last, because links and keys are shown only once: no later error can prevent the start.
    await listening.listen()
    return { handrail, found: await firstStart(handrail, config) }
  } catch (error) {
    await handrail.close()
    throw error
  }
}

function httpSettings(config: Config) {
  const { trustProxy, corsOrigins, metricsToken, rateLimitMinute: minute, rateLimitHour: hour } = config
  return {
    metricsToken,
    rateLimits: { minute, hour },
    ...(trustProxy && { trustProxy }),
    ...(corsOrigins && { corsOrigins }),
    consoleFolder: consoleFolder(),
  }
}

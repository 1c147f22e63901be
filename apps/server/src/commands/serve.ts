import { isBucketUrl, verifyContents } from '@handrail/core'
import { banner } from '../banner.ts'
import { command, DATA_SETTINGS } from '../command.ts'
import type { Config } from '../config.ts'
import { consoleFolder } from '../console.ts'
import { firstStart } from '../first-start.ts'
import { openInstance } from '../instance.ts'
import { listen, withPort } from '../listen.ts'
import { createLogger } from '../logger.ts'
import { limitMemory } from '../memory.ts'
import { limitStopping, stopSignal } from '../stop.ts'

export const serve = command({
  name: 'serve',
  summary: 'Serve the API; the database is made or brought up to date first. This is what runs without a command',
  settings: [
    'port',
    'host',
    'publicUrl',
    ...DATA_SETTINGS,
    'demo',
    'rateLimitMinute',
    'rateLimitHour',
    'trustProxy',
    'corsOrigins',
    'embedHosts',
    'webhookAllowedCidrs',
    'webhookProxy',
    'maxVideoMb',
    'eventDays',
    'smtpUrl',
    'mailFrom',
    'logLevel',
    'plans',
  ],
  examples: [
    'handrail serve --demo',
    'handrail serve --port 8080 --host 0.0.0.0 --public-url https://onboarding.example.com',
    'HANDRAIL_SECRET="$(cat secret)" handrail serve --database-url postgres://handrail@db/handrail',
  ],
  async run({ config, say }) {
    const stopped = stopSignal()
    const server = await start(await withPort(config))
    limitMemory()
    say(server.banner)
    await stopped
    limitStopping()
    await server.stop()
  },
})

async function start(config: Config) {
  const logger = createLogger(config)
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed')
  // What only whoever runs it can mend is better found now than with the first upload.
  if (isBucketUrl(config.files)) await verifyContents(config)
  const handrail = await openInstance(config, { exclusive: true, onError })
  const closing = [() => handrail.close()]
  const stop = async () => {
    for (const close of closing) await close()
  }
  try {
    // It takes a while to load, so faults of the database are reported first.
    const { createApp } = await import('@handrail/http')
    const app = await createApp({ handrail, logger, ...httpSettings(config) })
    closing.unshift(() => app.close())
    const address = await listen(app, config)
    return { banner: banner(config, address, await firstStart(handrail, config)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function httpSettings({ trustProxy, corsOrigins, embedHosts, rateLimitMinute: minute, rateLimitHour: hour }: Config) {
  return {
    rateLimits: { minute, hour },
    ...(trustProxy && { trustProxy }),
    ...(corsOrigins && { corsOrigins }),
    embedHosts,
    consoleFolder: consoleFolder(),
  }
}

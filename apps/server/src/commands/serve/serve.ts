import cluster from 'node:cluster'
import { command, INSTANCE_SETTINGS, MAIL_SETTINGS, REPLY_SETTINGS, SETUP_SETTINGS } from '../../command.ts'
import { withPort } from './listen.ts'
import { createLogger } from './logger.ts'
import { runService, WHOLE } from './service.ts'
import { limitStopping, stopSignal } from './stop.ts'

export const serve = command({
  name: 'serve',
  summary: 'Start the service; creates or migrates the database first. The default command',
  settings: [
    'host',
    'processes',
    ...INSTANCE_SETTINGS,
    'databasePoolerUrl',
    'databasePool',
    'demo',
    ...MAIL_SETTINGS,
    'rateLimitMinute',
    'rateLimitHour',
    'trustProxy',
    'connectionsPerAddress',
    'corsOrigins',
    'embedHosts',
    'webhookAllowedCidrs',
    'webhookProxy',
    'maxVideoMb',
    'eventDays',
    ...REPLY_SETTINGS,
    'backupEvery',
    'metricsToken',
    'securityContact',
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
    if (config.processes > 1) {
      const { runProcess, superviseProcesses } = await import('./processes/processes.ts')
      return cluster.isWorker ? runProcess(config) : superviseProcesses(config, say)
    }
    const stopped = stopSignal()
    const logger = createLogger(config)
    const serving = { logger, part: WHOLE, stopped, onReady: say, onStopping: limitStopping }
    await runService(await withPort(config), serving)
  },
})

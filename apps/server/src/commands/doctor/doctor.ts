import {
  ADDRESS_SETTINGS,
  BACKUP_SETTINGS,
  command,
  DATA_SETTINGS,
  MAIL_SETTINGS,
  REPLY_SETTINGS,
  SECRET_SETTINGS,
} from '../../command.ts'
import { asCalled } from '../../configuration/config.ts'
import { Failure } from '../../failure.ts'
import { VERSION } from '../../version.ts'
import { checkBackups } from './checks/backups.ts'
import { ok } from './checks/check.ts'
import { checkDatabase, checkSecret, checkSize, inspect } from './checks/database.ts'
import { checkClock, checkDisk, checkFolder, checkNode, checkOwner } from './checks/machine.ts'
import { checkMail, checkOutbox } from './checks/mail.ts'
import { checkProcesses } from './checks/processes.ts'
import { checkPublicUrl } from './checks/public-url.ts'
import { checkReplies } from './checks/replies.ts'
import { checkUploads } from './checks/uploads.ts'
import { checkDeliveries, checkEndpoints } from './checks/webhooks.ts'

export const doctor = command({
  name: 'doctor',
  summary: 'Check the machine, the database and the settings without changing anything',
  settings: [
    ...DATA_SETTINGS,
    ...SECRET_SETTINGS,
    ...ADDRESS_SETTINGS,
    'processes',
    'databasePoolerUrl',
    'databasePool',
    'eventDays',
    ...MAIL_SETTINGS,
    ...REPLY_SETTINGS,
    ...BACKUP_SETTINGS,
  ],
  environment: ['demo'],
  examples: ['handrail doctor', 'handrail doctor --public-url https://onboarding.example.com'],
  async run({ config, say }) {
    // One inspection for all checks: a large file takes a while.
    const inspected = await inspect(config)
    const findings = [
      ok(`Handrail ${VERSION}`),
      checkNode(),
      checkClock(config, inspected),
      checkFolder(config),
      checkDisk(config),
      await checkUploads(config),
      checkDatabase(config, inspected),
      checkSize(config, inspected),
      ...checkProcesses(config, inspected),
      await checkSecret(config, inspected),
      checkOwner(config),
      await checkPublicUrl(config),
      checkEndpoints(inspected),
      checkDeliveries(inspected),
      await checkMail(config, inspected),
      checkOutbox(inspected),
      await checkBackups(config, inspected),
      ...(await checkReplies(config)),
    ]
    for (const { state, says } of findings) say(`${state.padEnd(4)}  ${asCalled(says)}`)
    const failed = findings.filter(({ state }) => state === 'fail').length
    if (failed > 0) throw new Failure(`${failed} of ${findings.length} checks failed`)
  },
})

import { ok } from '../checks/check.ts'
import { checkDatabase, checkSecret, checkSize } from '../checks/database.ts'
import { checkClock, checkDisk, checkFolder, checkNode, checkOwner, checkUploads } from '../checks/machine.ts'
import { checkMail, checkOutbox } from '../checks/mail.ts'
import { checkPublicUrl } from '../checks/public-url.ts'
import { command, DATA_SETTINGS } from '../command.ts'
import { Failure } from '../failure.ts'
import { VERSION } from '../version.ts'

export const doctor = command({
  name: 'doctor',
  summary: 'Check the machine, the database and the settings without changing anything',
  settings: [...DATA_SETTINGS, 'port', 'publicUrl', 'eventDays', 'smtpUrl', 'mailFrom'],
  examples: ['handrail doctor', 'handrail doctor --public-url https://onboarding.example.com'],
  async run({ config, say }) {
    const findings = [
      ok(`Handrail ${VERSION}`),
      checkNode(),
      checkClock(config),
      checkFolder(config),
      checkDisk(config),
      checkUploads(config),
      await checkDatabase(config),
      await checkSize(config),
      await checkSecret(config),
      checkOwner(config),
      await checkPublicUrl(config),
      await checkMail(config),
      await checkOutbox(config),
    ]
    for (const { state, says } of findings) say(`${state.padEnd(4)}  ${says}`)
    const failed = findings.filter(({ state }) => state === 'fail').length
    if (failed > 0) throw new Failure(`${failed} of ${findings.length} checks failed`)
  },
})

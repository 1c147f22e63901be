import { operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS, MAIL_SETTINGS } from '../../command.ts'
import { requireDatabase } from '../../data-folder.ts'
import { withInstance } from '../../instance.ts'
import { allWorkspaces, chooseWorkspace } from '../../workspaces.ts'

interface Options {
  workspace?: string
  dryRun?: true
}

export const sendKeptMail = command<Options>({
  name: 'send-kept-mail',
  summary: 'Release mail that was kept while there was no mail server; the running server sends it',
  options: {
    '--workspace <workspace>': 'ID or name of the workspace; required if there are several',
    '--dry-run': 'only print how much would be sent',
  },
  settings: [...INSTANCE_SETTINGS, ...MAIL_SETTINGS],
  // A demo sends no mail.
  environment: ['demo'],
  examples: ['handrail send-kept-mail --dry-run', 'handrail send-kept-mail --workspace Acme'],
  async run({ config, options: { workspace, dryRun = false }, say }) {
    requireDatabase(config)
    await withInstance(
      config,
      async (handrail) => {
        const chosen = chooseWorkspace(await allWorkspaces(handrail), workspace)
        const bound = await handrail.asSystem(chosen.id)
        let sent = 0
        let isComplete = true
        const left = new Map<string, number>()
        for (;;) {
          const { data } = await bound.invoke(operations.sendKeptEmails, { dry_run: dryRun })
          sent += data.sent
          for (const [reason, count] of Object.entries(data.left)) left.set(reason, (left.get(reason) ?? 0) + count)
          isComplete = data.is_complete
          if (isComplete || dryRun) break
        }
        say(
          `${isComplete ? '' : 'At least '}${sent} ${sent === 1 ? 'mail' : 'mails'} ${dryRun ? 'would be sent' : 'released for sending'}`,
        )
        for (const [reason, count] of left) say(`${count} left: ${reason.replaceAll('_', ' ')}`)
      },
      { sendsMail: true },
    )
  },
})

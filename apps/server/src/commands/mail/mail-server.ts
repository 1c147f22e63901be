import { operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS, MAIL_SETTINGS } from '../../command.ts'
import { requireDatabase } from '../../data-folder.ts'
import { withInstance } from '../../instance.ts'
import { allWorkspaces, chooseWorkspace } from '../../workspaces.ts'

export const mailServer = command<{ remove?: true }>({
  name: 'mail-server',
  summary: 'Show the mail server of the instance, or remove the one that was set in the console',
  options: { '--remove': 'remove it, with its password; mail is then kept in the outbox' },
  settings: [...INSTANCE_SETTINGS, ...MAIL_SETTINGS],
  // A demo sends no mail.
  environment: ['demo'],
  examples: ['handrail mail-server', 'handrail mail-server --remove'],
  async run({ config, options: { remove = false }, say }) {
    requireDatabase(config)
    await withInstance(
      config,
      async (handrail) => {
        const [first] = await allWorkspaces(handrail)
        const { id } = first ?? chooseWorkspace([], undefined)
        const operator = await handrail.asSystem(id)
        if (remove) {
          await operator.invoke(operations.removeMailServer, {})
          say('The mail server of the console was removed')
          return
        }
        const { host, port, source, sender } = (await operator.invoke(operations.getMailServer, {})).data
        if (source === null) say('There is no mail server: mail is kept in the outbox')
        else say(`${host}:${port} sends mail as ${sender}, set in the ${source}`)
      },
      { sendsMail: true },
    )
  },
})

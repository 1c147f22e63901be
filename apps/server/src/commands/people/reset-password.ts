import { operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS, MAIL_SETTINGS } from '../../command.ts'
import { requireDatabase } from '../../data-folder.ts'
import { withInstance } from '../../instance.ts'

interface Options {
  withoutSecondFactor?: true
}

export const resetPassword = command<Options>({
  name: 'reset-password',
  summary: 'Print a link to set a new password; it works once, within an hour',
  argument: { name: 'email', says: 'e-mail address of the person' },
  options: {
    '--without-second-factor': 'also remove the second factor, for people who lost their device and recovery codes',
  },
  settings: [...INSTANCE_SETTINGS, ...MAIL_SETTINGS],
  // A demo sends no mail.
  environment: ['demo'],
  examples: [
    'handrail reset-password ada@example.com',
    'handrail reset-password ada@example.com --without-second-factor --public-url https://onboarding.example.com',
  ],
  async run({ config, argument: email, options: { withoutSecondFactor = false }, say }) {
    requireDatabase(config)
    await withInstance(
      config,
      async (handrail) => {
        const system = await handrail.asSystem()
        const input = { email, remove_second_factor: withoutSecondFactor }
        const { data: link } = await system.invoke(operations.issuePasswordLink, input)
        say(link.url)
        process.stderr.write(
          `Give it to ${email} only: anyone who opens it can sign in as that person. It is valid for an hour\n`,
        )
      },
      { sendsMail: true },
    )
  },
})

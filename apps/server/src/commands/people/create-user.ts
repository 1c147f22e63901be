import { operations, ROLES } from '@handrail/core'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { requireDatabase } from '../../data-folder.ts'
import { Failure, MISUSE } from '../../failure.ts'
import { withInstance } from '../../instance.ts'
import { allWorkspaces, chooseWorkspace } from '../../workspaces.ts'
import { readNewPassword } from './password.ts'

interface Options {
  name?: string
  role?: string
  workspace?: string
}

export const createUser = command<Options>({
  name: 'create-user',
  summary: 'Create an account; the password is read from standard input, or a link to set one is printed',
  argument: { name: 'email', says: 'e-mail address that the person signs in with' },
  options: {
    '--name <name>': 'name of the person, otherwise derived from the e-mail address',
    '--role <role>': `${ROLES.join(', ')}; default: viewer`,
    '--workspace <workspace>': 'ID or name of the workspace; required if there are several',
  },
  settings: INSTANCE_SETTINGS,
  examples: [
    'handrail create-user grace@example.com --name "Grace Hopper" --role editor',
    'handrail create-user grace@example.com --role admin --workspace Acme < password.txt',
  ],
  async run({ config, argument: email, options, say }) {
    const role = ROLES.find((known) => known === (options.role ?? 'viewer'))
    if (!role) throw new Failure(`${options.role} is not a role. Roles: ${ROLES.join(', ')}`, MISUSE)
    const { name = email.split('@')[0] ?? email } = options
    requireDatabase(config)
    const password = await readNewPassword()
    await withInstance(config, async (handrail) => {
      const chosen = chooseWorkspace(await allWorkspaces(handrail), options.workspace)
      const bound = await handrail.asSystem(chosen.id)
      const { data: user } = await bound.invoke(operations.createUser, {
        email,
        name,
        role,
        ...(password && { password }),
      })
      say(`${user.email} is ${user.role} of "${chosen.name}"`)
      if (password !== undefined) return
      const { data: link } = await bound.invoke(operations.issuePasswordLink, { email })
      say('The person can set a password with this link within an hour:')
      say(link.url)
    })
  },
})

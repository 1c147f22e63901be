import { operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { requireDatabase } from '../../data-folder.ts'
import { withInstance } from '../../instance.ts'
import { allWorkspaces, chooseWorkspace } from '../../workspaces.ts'

export const changePlan = command<{ workspace?: string }>({
  name: 'change-plan',
  summary: 'Change the plan of a workspace; works while the server runs',
  argument: { name: 'plan', says: 'plan from the plans file, or self-hosted, which includes everything' },
  options: { '--workspace <workspace>': 'ID or name of the workspace; required if there are several' },
  settings: INSTANCE_SETTINGS,
  examples: [
    'handrail change-plan starter --plans plans.json --workspace Acme',
    'handrail change-plan self-hosted --workspace Acme',
  ],
  async run({ config, argument: plan, options: { workspace }, say }) {
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const chosen = chooseWorkspace(await allWorkspaces(handrail), workspace)
      const operator = await handrail.asSystem()
      await operator.invoke(operations.changeWorkspacePlan, { id: chosen.id, plan })
      say(`"${chosen.name}" is now on the plan ${plan}; before: ${chosen.plan}`)
    })
  },
})

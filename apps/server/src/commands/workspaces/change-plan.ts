import { operations } from '@handrail/core'
import { command, DATA_SETTINGS } from '../../command.ts'
import { requireDatabase, withInstance } from '../../instance.ts'
import { allWorkspaces, chooseWorkspace } from '../../workspaces.ts'

export const changePlan = command<{ workspace?: string }>({
  name: 'change-plan',
  summary: 'Change the plan of a workspace; a server may be running',
  argument: { name: 'plan', says: 'a plan of the plans file, or self-hosted, which has everything' },
  options: { '--workspace <workspace>': 'id or name of the workspace, when there are several' },
  settings: [...DATA_SETTINGS, 'plans'],
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
      say(`"${chosen.name}" has the plan ${plan} now; it had ${chosen.plan}`)
    })
  },
})

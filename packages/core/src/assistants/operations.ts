import { z } from 'zod'
import { recordOf } from '../fields/fields.ts'
import { mcpResource } from '../oauth/audience.ts'
import { operation } from '../operation/operation.ts'
import { AssistantConfigurations, assistantConfigurations } from './configurations.ts'

export const getAssistantConfigurations = operation({
  name: 'get_assistant_configurations',
  summary: 'Get configurations of AI assistants, to copy',
  access: 'account:manage',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: recordOf(AssistantConfigurations),
  run: async ({ settings }) => ({ data: assistantConfigurations(mcpResource(settings)) }),
})

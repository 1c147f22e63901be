import type { Operation } from '@handrail/core'
import { operations } from '@handrail/core'
import type { GetPromptResult, ListPromptsResult, Prompt } from '@modelcontextprotocol/server'
import { type Exchange, type Params, RPC_CODE, RpcError } from './protocol.ts'

/** A prompt that a person can choose, with the instructions for the model. */
interface Task {
  prompt: Prompt
  /** The operations that it requires; callers without access to them do not see it. */
  needs: readonly Pick<Operation, 'access'>[]
  text(given: Record<string, string>): string
}

const TASKS: readonly Task[] = [
  {
    prompt: {
      name: 'who_is_stuck',
      title: 'Who is stuck this week?',
      description:
        'Finds people who started a guide but made no progress for some days, and suggests a next action for each',
      arguments: [{ name: 'days', description: 'Days without progress; 7 when not given' }],
    },
    needs: [operations.listEnrollments],
    text: ({ days = '7' }) =>
      `Find out who is stuck. Call list_enrollments with stalled_days ${days} and walk all pages by cursor. Each has the step that comes next; get_enrollment says more. Then list them, the longest wait first: the contact, the guide, the step they are at, how long nothing has happened, and one thing to do for each. Change nothing.`,
  },
  {
    prompt: {
      name: 'prepare_kick_off',
      title: 'Prepare a kick-off for ...',
      description: 'Collects the records of an organisation and drafts the agenda of its first meeting',
      arguments: [{ name: 'organisation', description: 'Its name, or a part of it', required: true }],
    },
    needs: [
      operations.listOrganisations,
      operations.listContacts,
      operations.listGuides,
      operations.getGuide,
      operations.createEnrollment,
    ],
    text: ({ organisation = '' }) =>
      `Prepare a kick-off for the organisation "${organisation}". Find it with list_organisations, its people with list_contacts, what they are enrolled in with list_enrollments, and the guides that fit with list_guides and get_guide. Then write: who takes part, which guide each should follow, an agenda of 30 minutes, and the open questions. Propose enrollments, and make them with create_enrollment only when the user agrees.`,
  },
]

/** The prompts whose operations the caller has access to. */
export function listPrompts({ context }: Exchange): ListPromptsResult {
  return { prompts: offered(context).map(({ prompt }) => prompt) }
}

/** @throws RpcError for an unknown prompt, and for unknown or missing arguments */
export function getPrompt({ context }: Exchange, { name, arguments: given = {} }: Params): GetPromptResult {
  const task = offered(context).find(({ prompt }) => prompt.name === name)
  if (!task) throw new RpcError(RPC_CODE.invalidParams, `Unknown prompt: ${name}. prompts/list names those that exist`)
  const known = task.prompt.arguments ?? []
  const values = given as Record<string, string>
  const unknown = Object.keys(values).filter((key) => !known.some((argument) => argument.name === key))
  if (unknown.length > 0) throw new RpcError(RPC_CODE.invalidParams, `Unknown argument: ${unknown.join(', ')}`)
  const missing = known.find(({ name: key, required }) => required && !values[key]?.trim())
  if (missing) throw new RpcError(RPC_CODE.invalidParams, `The argument ${missing.name} is missing`)
  const { description = '' } = task.prompt
  return { description, messages: [{ role: 'user', content: { type: 'text', text: task.text(values) } }] }
}

function offered({ caller }: Exchange['context']): Task[] {
  return TASKS.filter(({ needs }) => needs.every(({ access }) => caller.rights.has(access)))
}

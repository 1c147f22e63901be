import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server'
import { type Exchange, type Params, RPC_CODE, RpcError } from '../protocol/protocol.ts'
import { rightOf } from '../tools/tools.ts'
import { OWN_TASKS } from './own-tasks.ts'
import { SPECIFIED_TASKS, type Task } from './tasks.ts'

const TASKS = [...SPECIFIED_TASKS, ...OWN_TASKS]

/** The prompts whose operations the caller has access to. */
export function listPrompts({ context }: Exchange): ListPromptsResult {
  const tasks = offered(context)
  const replaced = new Set(tasks.map(({ insteadOf }) => insteadOf))
  return { prompts: tasks.map(({ prompt }) => prompt).filter(({ name }) => !replaced.has(name)) }
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
  return TASKS.filter(({ needs }) => needs.every((operation) => caller.rights.has(rightOf(operation))))
}

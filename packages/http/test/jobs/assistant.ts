import { expect } from 'vitest'
import type { Instance, Json } from '../support/instance.ts'
import { send } from '../support/mcp.ts'

/** What the calls of a job cost. */
export interface Cost {
  calls: number
  /** Of arguments and results, in JSON. */
  bytes: number
}

type Answer = {
  data: Json
  meta?: Json
}

/** An assistant that calls only listed tools, and counts what it costs. */
export interface Assistant {
  cost: Cost
  call(name: string, given?: Record<string, unknown>): Promise<Answer>
  /** Calls twice: the preview is shown to the person, who agrees. */
  confirm(name: string, given: Record<string, unknown>): Promise<Answer>
  read(uri: string): Promise<string>
}

export async function assistantOf(instance: Instance, token: string): Promise<Assistant> {
  const { body } = await send(instance, 'modern', { method: 'tools/list', token })
  const listed = new Set<string>(body.result.tools.map(({ name }: { name: string }) => name))
  const cost: Cost = { calls: 0, bytes: 0 }

  async function request(method: string, params: Record<string, unknown>) {
    cost.calls += 1
    const { body: answer } = await send(instance, 'modern', { method, params, token })
    cost.bytes += JSON.stringify(params).length + JSON.stringify(answer.result ?? answer.error).length
    return answer.result
  }

  async function call(name: string, given: Record<string, unknown> = {}): Promise<Answer> {
    expect(listed, `${name} is a listed tool`).toContain(name)
    const result = await request('tools/call', { name, arguments: given })
    expect(result.isError, result.content[0].text).toBeUndefined()
    return result.structuredContent
  }

  return {
    cost,
    call,
    async confirm(name, given) {
      const { data } = await call(name, given)
      return call(name, { ...given, confirmation: data.confirmation })
    },
    async read(uri) {
      return (await request('resources/read', { uri })).contents[0].text
    },
  }
}

import type { Tool } from '../../protocol/tool.ts'

/** Which tools the host may see and call. */
export interface ToolFilter {
  allow: readonly string[]
  deny: readonly string[]
  readOnly: boolean
}

/** Why a tool is not to be used; undefined where it is. @param tool undefined where the server did not list it */
export function forbids(
  { allow, deny, readOnly }: ToolFilter,
  name: string,
  tool: Tool | undefined,
): string | undefined {
  if (deny.some((pattern) => matches(pattern, name))) return `The tool ${name} is blocked by --deny-tool.`
  if (allow.length > 0 && !allow.some((pattern) => matches(pattern, name)))
    return `The tool ${name} is not allowed by --allow-tool.`
  if (readOnly && tool?.annotations?.readOnlyHint !== true)
    return `The tool ${name} may change data, and --read-only permits only tools that do not.`
  return undefined
}

export function needsAnnotations({ readOnly }: ToolFilter): boolean {
  return readOnly
}

/** `*` stands for any characters. */
function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(name)
}

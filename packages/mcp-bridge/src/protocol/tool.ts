import type { JsonObject } from '../json.ts'

export interface Tool extends JsonObject {
  name: string
  inputSchema?: unknown
  annotations?: { readOnlyHint?: boolean; idempotentHint?: boolean; destructiveHint?: boolean }
}

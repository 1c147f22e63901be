import { z } from 'zod'
import { OutputId, Timestamp } from '../fields/fields.ts'

/**
 * The source of an action: a page, the API with a key, the API through an OAuth application (for a person, or by itself), the MCP endpoint with
 * either, the guide player, the command, or the service itself.
 */
const SOURCES = ['console', 'api', 'oauth', 'mcp', 'player', 'command_line', 'service'] as const
export type Source = (typeof SOURCES)[number]

/** An entry of the audit log: who did what, when, and through which source. It never contains a secret. */
export const AuditEntry = z
  .object({
    id: OutputId,
    actor_id: z.string(),
    actor: z.string().describe('The name of the person, key or application at the time'),
    door: z.string().describe(SOURCES.join(', ')),
    action: z.string(),
    subject_id: z.string().nullable(),
    details: z.record(z.string(), z.string()),
    created_at: Timestamp,
  })
  .meta({ id: 'AuditEntry' })

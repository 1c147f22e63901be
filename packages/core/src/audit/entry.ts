import { z } from 'zod'
import { OutputId, Timestamp } from '../fields/fields.ts'

/**
 * Where an action came in: a page for people, the API with a key, the API through an OAuth application, the MCP endpoint with
 * either, the guide player, the command, or the service by itself.
 */
const SOURCES = ['console', 'api', 'oauth', 'mcp', 'player', 'command_line', 'service'] as const
export type Source = (typeof SOURCES)[number]

/** Who did what, when, and where it came in. It never holds a secret. */
export const AuditEntry = z
  .object({
    id: OutputId,
    actor_id: z.string(),
    actor: z.string().describe('The name of the person or key at the time'),
    door: z.string().describe(SOURCES.join(', ')),
    action: z.string(),
    subject_id: z.string().nullable(),
    details: z.record(z.string(), z.string()),
    created_at: Timestamp,
  })
  .meta({ id: 'AuditEntry' })

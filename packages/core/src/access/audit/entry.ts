import { z } from 'zod'
import { OutputId, Timestamp } from '../../fields.ts'

/** Who did what, when, and through which door. It never holds a secret. */
export const AuditEntry = z
  .object({
    id: OutputId,
    actor_id: z.string(),
    actor: z.string().describe('The name of the person or key at the time'),
    door: z.string().describe('console, api or command_line'),
    action: z.string(),
    subject_id: z.string().nullable(),
    details: z.record(z.string(), z.string()),
    created_at: Timestamp,
  })
  .meta({ id: 'AuditEntry' })

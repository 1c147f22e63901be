import { z } from 'zod'
import { OutputId, Timestamp } from '../fields/fields.ts'
import { SOURCES } from './contract.ts'

/** An entry of the audit log: who did what, when, and through which source. It never contains a secret. */
export const AuditEntry = z
  .object({
    id: OutputId,
    actor_id: z.string(),
    actor: z.string().describe('The name of the person, key or application at the time'),
    door: z.string().describe(SOURCES.join(', ')),
    action: z.string(),
    subject_type: z.string().nullable().describe('The kind of record; null in entries of earlier releases'),
    subject_id: z.string().nullable(),
    address: z
      .string()
      .nullable()
      .describe('The network address, if the connection or a declared proxy vouches for it'),
    details: z.record(z.string(), z.string()),
    created_at: Timestamp,
  })
  .meta({ id: 'AuditEntry' })

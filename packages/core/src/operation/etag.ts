import { hash } from 'node:crypto'
import type { z } from 'zod'
import { shapeOf } from './shape.ts'

/** The strong entity tag of a body (RFC 9110 section 8.8.3). */
export function etagOf(body: string): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`
}

/** The entity tag of a record. @param schema of what it speaks of */
export function recordEtag(schema: z.ZodObject, record: object): string {
  return etagOf(JSON.stringify(shapeOf(schema)(record)))
}

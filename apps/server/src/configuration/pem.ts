import { readFileSync } from 'node:fs'
import type { z } from 'zod'

/** The content of a PEM file. */
export function readPem(path: string, context: z.RefinementCtx): string {
  try {
    const text = readFileSync(path, 'utf8')
    if (text.includes('-----BEGIN ')) return text
    context.addIssue({ code: 'custom', message: 'must name a file in PEM format' })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    context.addIssue({ code: 'custom', message: `cannot be read: ${reason}` })
  }
  return ''
}

import type { operations } from '@handrail/core'
import { emailErrorOf } from '@handrail/core/contract'
import type { z } from 'zod'
import type { Words } from '../words/words.ts'

type Email = z.output<typeof operations.listEmails.output>['data'][number]

export function statusName({ say }: Words, status: Email['status']): string {
  return say(`outbox.status_${status}`)
}

export function kindName({ say }: Words, kind: Email['kind']): string {
  return say(`outbox.kind_${kind}`)
}

/** Why it was not sent. What a mail server says is left as it is. */
export function errorText({ say }: Words, error: string): string {
  const known = emailErrorOf(error)
  return known ? say(`outbox.error_${known.reason}`, { detail: known.detail }) : error
}

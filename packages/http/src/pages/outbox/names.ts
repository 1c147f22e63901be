import type { listEmails } from '@handrail/core'
import type { z } from 'zod'
import type { Words } from '../words/words.ts'

type Email = z.output<typeof listEmails.output>['data'][number]

export function statusName({ say }: Words, status: Email['status']): string {
  return say(`outbox.status_${status}`)
}

export function kindName({ say }: Words, kind: Email['kind']): string {
  return say(`outbox.kind_${kind}`)
}

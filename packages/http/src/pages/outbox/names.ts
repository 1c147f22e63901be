import type { listEmails } from '@handrail/core'
import type { z } from 'zod'

type Email = z.output<typeof listEmails.output>['data'][number]

export const STATUS_NAMES: Record<Email['status'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Not delivered',
  kept: 'To pass on',
  skipped: 'Not needed',
}

export const KIND_NAMES: Record<Email['kind'], string> = {
  invitation: 'Link to a guide',
  reminder: 'Reminder',
  answer: 'Answer',
  question: 'Question',
  link_request: 'Request for a link',
  completed: 'Completion',
  undelivered: 'Undelivered mail',
  endpoint_failing: 'Failing receiver',
  endpoint_disabled: 'Disabled receiver',
  member_invitation: 'Invitation',
  password_link: 'Password link',
  security_notice: 'Security notice',
  test: 'Test',
}

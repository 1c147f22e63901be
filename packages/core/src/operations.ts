import type { Operation } from './operation/operation.ts'
import { accessOperations } from './operations/access.ts'
import { contactsOperations } from './operations/contacts.ts'
import { emailsOperations } from './operations/emails.ts'
import { enrollmentsOperations } from './operations/enrollments.ts'
import { guideAuthoringOperations } from './operations/guide-authoring.ts'
import { guideDraftsOperations } from './operations/guide-drafts.ts'
import { guideLifecycleOperations } from './operations/guide-lifecycle.ts'
import { guideMovesOperations } from './operations/guide-moves.ts'
import { guidesOperations } from './operations/guides.ts'
import { importsOperations } from './operations/imports.ts'
import { insightsOperations } from './operations/insights.ts'
import { messagesOperations } from './operations/messages.ts'
import { participantsOperations } from './operations/participants.ts'
import { plansOperations } from './operations/plans.ts'
import { playerOperations } from './operations/player.ts'
import { teamOperations } from './operations/team.ts'
import { webhooksOperations } from './operations/webhooks.ts'
import { workspacesOperations } from './operations/workspaces.ts'

/** All operations of the product, by their names in code. The order is that of the tools and of the reference page. */
export const operations: Operations = {
  ...contactsOperations,
  ...enrollmentsOperations,
  ...messagesOperations,
  ...plansOperations,
  ...participantsOperations,
  ...teamOperations,
  ...insightsOperations,
  ...playerOperations,
  ...emailsOperations,
  ...guidesOperations,
  ...guideDraftsOperations,
  ...guideAuthoringOperations,
  ...guideLifecycleOperations,
  ...guideMovesOperations,
  ...importsOperations,
  ...webhooksOperations,
  ...workspacesOperations,
  ...accessOperations,
}

/** The lists by name: without it, the declaration of `operations` would repeat the schemas of each. */
type Operations = typeof contactsOperations &
  typeof enrollmentsOperations &
  typeof messagesOperations &
  typeof plansOperations &
  typeof participantsOperations &
  typeof teamOperations &
  typeof insightsOperations &
  typeof playerOperations &
  typeof emailsOperations &
  typeof guidesOperations &
  typeof guideDraftsOperations &
  typeof guideAuthoringOperations &
  typeof guideLifecycleOperations &
  typeof guideMovesOperations &
  typeof importsOperations &
  typeof webhooksOperations &
  typeof workspacesOperations &
  typeof accessOperations

/** All operations as a list. Their inputs and outputs differ; code that iterates over it uses their schemas. */
export const OPERATIONS = Object.values(operations) as unknown as readonly Operation[]

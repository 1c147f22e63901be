import { apiKeysContract, ownTokenContract } from '../api-keys/contract.ts'
import { calendarsContract } from '../calendars/contract.ts'
import { contactsContract } from '../contacts/contract.ts'
import { customersContract } from '../customers/contract.ts'
import { emailsContract } from '../emails/contract.ts'
import { mailTextsContract } from '../emails/own-texts/contract.ts'
import { approvalsContract } from '../enrollments/approvals/contract.ts'
import { enrollmentsContract } from '../enrollments/contract.ts'
import { inboxContract } from '../enrollments/inbox/contract.ts'
import { internalNotesContract } from '../enrollments/internal-notes/contract.ts'
import { participantsContract } from '../enrollments/participants/contract.ts'
import { submissionsContract } from '../enrollments/submissions/contract.ts'
import { exportsContract } from '../exports/contract.ts'
import { guidesContract } from '../guides/contract.ts'
import { importsContract } from '../imports/contract.ts'
import { insightsContract } from '../insights/contract.ts'
import { messagesContract } from '../messages/contract.ts'
import { metadataKeysContract } from '../metadata-keys/contract.ts'
import { applicationsContract } from '../oauth/contract.ts'
import { organisationsContract } from '../organisations/contract.ts'
import { membersContract, peopleContract } from '../people/contract.ts'
import { playerContract } from '../player/contract.ts'
import { viewsContract } from '../views/contract.ts'
import { eventsContract, webhookEndpointsContract } from '../webhooks/contract.ts'
import { workContract } from '../work/contract.ts'
import { workingCalendarContract } from '../working-calendar/contract.ts'
import { ownWorkspaceContract, workspacesContract } from '../workspaces/contract.ts'

/** The contracts of all resources, in the order of scopes and of the reference. Rights, scopes and event types derive from them. */
export const CONTRACTS = [
  contactsContract,
  organisationsContract,
  enrollmentsContract,
  participantsContract,
  submissionsContract,
  approvalsContract,
  internalNotesContract,
  inboxContract,
  playerContract,
  emailsContract,
  mailTextsContract,
  messagesContract,
  workContract,
  customersContract,
  insightsContract,
  guidesContract,
  importsContract,
  exportsContract,
  webhookEndpointsContract,
  eventsContract,
  apiKeysContract,
  ownTokenContract,
  ownWorkspaceContract,
  membersContract,
  applicationsContract,
  peopleContract,
  workspacesContract,
  viewsContract,
  metadataKeysContract,
  workingCalendarContract,
  calendarsContract,
] as const

/** The resources whose deletions are kept, for those who keep a copy. */
export type Deletable = Extract<
  (typeof CONTRACTS)[number]['name'],
  'contacts' | 'organisations' | 'enrollments' | 'webhook_endpoints'
>

import { apiKeys, ownToken } from './api-keys/resource.ts'
import { calendars } from './calendars/resource.ts'
import { contacts } from './contacts/resource.ts'
import { CONTRACTS } from './contract/contracts.ts'
import { customers } from './customers/resource.ts'
import { mailTexts } from './emails/own-texts/resource.ts'
import { emails } from './emails/resource.ts'
import { approvals } from './enrollments/approvals/resource.ts'
import { inbox } from './enrollments/inbox/resource.ts'
import { internalNotes } from './enrollments/internal-notes/resource.ts'
import { participants } from './enrollments/participants/resource.ts'
import { enrollments } from './enrollments/resource.ts'
import { submissions } from './enrollments/submissions/resource.ts'
import { exports } from './exports/resource.ts'
import { guides } from './guides/resource.ts'
import { imports } from './imports/resource.ts'
import { insights } from './insights/resource.ts'
import { messages } from './messages/resource.ts'
import { metadataKeys } from './metadata-keys/resource.ts'
import { applications } from './oauth/resource.ts'
import { organisations } from './organisations/resource.ts'
import { members, people } from './people/resource.ts'
import { player } from './player/resource.ts'
import type { Resource } from './resource.ts'
import { views } from './views/resource.ts'
import { events, webhookEndpoints } from './webhooks/resource.ts'
import { work } from './work/resource.ts'
import { workingCalendar } from './working-calendar/resource.ts'
import { ownWorkspace, workspaces } from './workspaces/resource.ts'

type Name = (typeof CONTRACTS)[number]['name']

/** Each resource with a contract, by name: a missing one does not compile. */
const BY_NAME = {
  contacts,
  organisations,
  enrollments,
  participants,
  submissions,
  approvals,
  internal_notes: internalNotes,
  inbox,
  player,
  emails,
  mail_texts: mailTexts,
  messages,
  work,
  customers,
  insights,
  guides,
  imports,
  exports,
  webhook_endpoints: webhookEndpoints,
  events,
  api_keys: apiKeys,
  me: ownToken,
  workspace: ownWorkspace,
  members,
  applications,
  people,
  workspaces,
  views,
  indexed_metadata_keys: metadataKeys,
  working_calendar: workingCalendar,
  calendars,
} satisfies { readonly [N in Name]: Resource & { readonly name: N } }

/** All resources, in the order of their contracts. */
export const RESOURCES: readonly Resource[] = CONTRACTS.map(({ name }) => BY_NAME[name])

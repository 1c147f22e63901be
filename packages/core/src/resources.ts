import { apiKeys, ownToken } from './api-keys/resource.ts'
import { contacts } from './contacts/resource.ts'
import { emails } from './emails/resource.ts'
import { enrollments } from './enrollments/resource.ts'
import { exports } from './exports/resource.ts'
import { guides } from './guides/resource.ts'
import { imports } from './imports/resource.ts'
import { messages } from './messages/resource.ts'
import { applications } from './oauth/resource.ts'
import { organisations } from './organisations/resource.ts'
import { people } from './people/resource.ts'
import { player } from './player/resource.ts'
import { events, webhookEndpoints } from './webhooks/resource.ts'
import { workspaces } from './workspaces/resource.ts'

/** What the product keeps, in the order of its scopes and of the reference. Rights, scopes, events and tags follow. */
export const RESOURCES = [
  contacts,
  organisations,
  enrollments,
  player,
  emails,
  messages,
  guides,
  imports,
  exports,
  webhookEndpoints,
  events,
  apiKeys,
  ownToken,
  applications,
  people,
  workspaces,
] as const

import { z } from 'zod'
import { LANGUAGES } from '../contract/languages.ts'
import { LINK_STATES } from '../enrollments/link-state.ts'
import { OutputEmail, OutputId, OutputUrl, Timestamp } from '../fields/fields.ts'

/** The data of a link for every visitor: the workspace and its contact address. */
export const Link = z
  .object({
    state: z.enum(LINK_STATES),
    /** The expiry, in the future or past. */
    expires_at: Timestamp.nullable(),
    /** The language of the contact, if known. */
    language: z.enum(LANGUAGES).nullable(),
    /** The member to ask. */
    assignee: z.object({ name: z.string(), email: OutputEmail }).nullable(),
    /** The time of the request for a new link. */
    link_requested_at: Timestamp.nullable(),
    /** Whether somebody is mailed about questions and requests. */
    notifies_team: z.boolean(),
    /** Answers that the contact has not seen. */
    unseen_answers: z.int().min(0),
    workspace: z.object({
      id: OutputId,
      name: z.string(),
      colour: z.string().nullable(),
      logo_url: OutputUrl.nullable(),
      default_language: z.enum(LANGUAGES),
      time_zone: z.string(),
      reply_to: OutputEmail.nullable(),
    }),
  })
  .meta({ id: 'Link' })

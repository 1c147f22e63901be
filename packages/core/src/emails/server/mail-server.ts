import { z } from 'zod'
import { requiredText, text } from '../../fields/fields.ts'
import { ENCRYPTIONS, MAIL_SERVER_SOURCES } from '../contract.ts'

/** Ports of mail servers below 1024; others are free ones. */
export const MAIL_PORTS: readonly number[] = [25, 465, 587]

/** The reasons why the page of the mail server is for reading only. */
const READ_ONLY_REASONS = ['environment', 'demo', 'several_workspaces'] as const

/** The mail server of the instance as the page shows it: never with the password. */
export const MailServer = z.object({
  source: z.enum(MAIL_SERVER_SOURCES).nullable().describe('Where it is set; null without a mail server'),
  read_only: z.enum(READ_ONLY_REASONS).nullable().describe('Why it cannot be set here; null if its owner can'),
  host: z.string(),
  port: z.int(),
  encryption: z.enum([...ENCRYPTIONS, 'if_offered']),
  username: z.string(),
  has_password: z.boolean(),
  sender: z.string(),
  is_stored: z.boolean().describe('Whether one is stored, even if that of the environment comes first'),
})

/** A sender as `MAIL_FROM` has it. */
const SENDER = /^[^\r\n@]*[^\s@<>]@[^\s@<>]+>?$/

export const MailServerFields = {
  host: requiredText(253).describe('Host name, such as smtp.example.com'),
  port: z.int().min(1).max(65_535),
  encryption: z.enum(ENCRYPTIONS),
  username: text(255).default(''),
  password: z
    .string()
    .max(1000)
    .optional()
    .describe('Omitted: the stored one, if host, port, encryption and user name are unchanged'),
  sender: requiredText(320)
    .regex(SENDER, 'must be an e-mail address, such as no-reply@example.com or Handrail <no-reply@example.com>')
    .describe('The sender of all mail'),
}

const Given = z.strictObject(MailServerFields)
export type GivenServer = z.output<typeof Given>

import { MAX_REPLY_NAME } from '@handrail/core/internal'
import { z } from 'zod'
import { credentialsUrl } from './credentials-url.ts'
import { isHost } from './host.ts'
import { readPem } from './pem.ts'
import { given } from './setting.ts'

/** The settings of replies by mail. */
export const ReplySettings = {
  replyListen: z
    .string()
    .transform(readAddress)
    .optional()
    .describe(
      'Address and port of an SMTP server that receives replies to mail, such as `0.0.0.0:25`. Mail for `HANDRAIL_REPLY_DOMAIN` has to be delivered there',
    )
    .register(given, { flag: '--reply-listen <address>', environment: 'HANDRAIL_REPLY_LISTEN', default: 'none' }),
  replyDomain: z
    .string()
    .refine(isHost, 'must be a domain, such as reply.example.com')
    .optional()
    .describe('Domain of the addresses for replies. Required with `HANDRAIL_REPLY_LISTEN`')
    .register(given, { flag: '--reply-domain <domain>', environment: 'HANDRAIL_REPLY_DOMAIN' }),
  replyCert: z
    .string()
    .transform(readPem)
    .optional()
    .describe('File with the certificate (PEM) of the SMTP server for replies, which enables STARTTLS')
    .register(given, { flag: '--reply-cert <file>', environment: 'HANDRAIL_REPLY_CERT', default: 'no encryption' }),
  replyKey: z
    .string()
    .transform(readPem)
    .optional()
    .describe('File with the private key (PEM) of that certificate')
    .register(given, { flag: '--reply-key <file>', environment: 'HANDRAIL_REPLY_KEY' }),
  replyMailbox: credentialsUrl(/^imaps?$/, 'must look like imaps://user:password@mail.example.com/INBOX')
    .refine((url) => new URL(url).username !== '', 'must contain the user name and the password of the mailbox')
    .optional()
    .describe(
      'Mailbox from which replies to mail are read instead: `imaps://user:password@mail.example.com/INBOX`. Mails that are read move to its folder `Handrail`, those that cannot be accepted to `Handrail failed`',
    )
    .register(given, { environment: 'HANDRAIL_REPLY_MAILBOX', default: 'none' }),
  replyAddress: z
    .email('must be an e-mail address, such as support@example.com')
    .refine(
      (address) => address.lastIndexOf('@') <= MAX_REPLY_NAME,
      `must have at most ${MAX_REPLY_NAME} characters before the @`,
    )
    .optional()
    .describe(
      'Address of that mailbox. Replies go to `support+TOKEN@example.com`, so the mail server must deliver addresses with a plus sign. Required with `HANDRAIL_REPLY_MAILBOX`',
    )
    .register(given, { flag: '--reply-address <address>', environment: 'HANDRAIL_REPLY_ADDRESS' }),
  replyAuthserv: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the name of a server, such as mx.example.com')
    .optional()
    .describe(
      'Name of your mail server in its headers `Authentication-Results`. Replies that fail DMARC there are refused. Members can reply by mail only with it, where DMARC passes',
    )
    .register(given, { flag: '--reply-authserv <name>', environment: 'HANDRAIL_REPLY_AUTHSERV', default: 'none' }),
}

/** `0.0.0.0:25`, `[::]:25`, or `mail.example.com:2525`. */
function readAddress(text: string, context: z.RefinementCtx): { host: string; port: number } {
  const colon = text.lastIndexOf(':')
  const host = text.slice(0, Math.max(0, colon)).replace(/^\[|\]$/g, '')
  const port = /^\d{1,5}$/.test(text.slice(colon + 1)) ? Number(text.slice(colon + 1)) : Number.NaN
  if (host === '' || /\s/.test(host) || !(port <= 65_535))
    context.addIssue({ code: 'custom', message: 'must be an address and a port, such as 0.0.0.0:25' })
  return { host, port }
}

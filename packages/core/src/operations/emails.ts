import { getKeptEmails, sendKeptEmails } from '../emails/kept/operations.ts'
import {
  listMailTexts,
  previewMailText,
  resetMailText,
  sendTestMailText,
  setMailText,
} from '../emails/operations/mail-texts.ts'
import { getEmail, listEmails, resendEmail } from '../emails/operations/outbox.ts'
import { getOwnMail, setOwnMail } from '../emails/operations/own-mail.ts'
import { getMailSettings, sendTestEmail } from '../emails/operations/test.ts'
import { testMailServer } from '../emails/operations/test-mail-server.ts'
import { getMailServer, removeMailServer, setMailServer } from '../emails/server/operations.ts'
import { getSubscription, resubscribe, unsubscribe } from '../emails/unsubscribe/operations.ts'

/** Emails and their settings. A part of `operations.ts`. */
export const emailsOperations = {
  listEmails,
  getEmail,
  resendEmail,
  getMailSettings,
  getOwnMail,
  setOwnMail,
  sendTestEmail,
  getKeptEmails,
  sendKeptEmails,
  getMailServer,
  setMailServer,
  testMailServer,
  removeMailServer,
  listMailTexts,
  setMailText,
  resetMailText,
  previewMailText,
  sendTestMailText,
  getSubscription,
  unsubscribe,
  resubscribe,
}

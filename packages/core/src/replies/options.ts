/** How replies by mail are received. */
export interface ReplyOptions {
  /** The address that a token is added to: `reply@example.com` becomes `reply+TOKEN@example.com`. */
  address: string
  /** The name of the receiving server in the headers Authentication-Results that it adds; others are ignored. */
  authserv?: string | undefined
  /** An SMTP server for the domain of the address. */
  listener?: ListenerOptions | undefined
  /** A mailbox that receives mail to the address. */
  mailbox?: MailboxOptions | undefined
}

export interface ListenerOptions {
  host: string
  /** 0 for a free port. */
  port: number
  /** In PEM; without them, connections are not encrypted. */
  tls?: { cert: string; key: string } | undefined
}

interface MailboxOptions {
  /** `imaps://user:password@mail.example.com/INBOX`, or `imap://` with STARTTLS. */
  url: string
  /** The pause between two looks, if the server does not report new mail; 20 seconds by default. */
  pollMs?: number
}

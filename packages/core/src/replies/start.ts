import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { createTurns } from '../turns/turns.ts'
import { startListener } from './listener/listener.ts'
import { startMailbox } from './mailbox/mailbox.ts'
import type { ReplyOptions } from './options.ts'
import { createReceiver, type MailReceipt } from './receive.ts'

/** Workspaces whose mails are read at a time: each takes a thread. */
const AT_ONCE = 2

interface Options {
  onReceipt(receipt: MailReceipt): void
  onError(error: unknown): void
}

/** The reception of replies by mail. */
export interface Replies {
  /** The port of the listener, if there is one. */
  port: number | undefined
  /** Whether the mailbox cannot be read; undefined if there is none. */
  isMailboxAway(): boolean | undefined
  close(): Promise<void>
}

/** Starts to receive replies. @throws AppError `unavailable` if the listener cannot use its address */
export async function startReplies(
  context: Context,
  { address, authserv, listener, mailbox }: ReplyOptions,
  { onReceipt, onError }: Options,
): Promise<Replies> {
  const receiver = createReceiver(context, { turns: createTurns(AT_ONCE), authserv: authserv ?? null, onError })
  const listening =
    listener &&
    (await startListener({ ...listener, address, receiver, onReceipt, onError }).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new AppError('unavailable', `Replies cannot be received at ${listener.host}:${listener.port}: ${reason}`, {
        cause,
      })
    }))
  const reading = mailbox && startMailbox(context, { ...mailbox, address, receiver, onReceipt, onError })
  return {
    port: listening?.port,
    isMailboxAway: () => reading?.isAway(),
    async close() {
      await reading?.close()
      await listening?.close()
    },
  }
}

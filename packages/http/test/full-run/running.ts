import type { Answer, BareInstance, Call } from '../support/instance.ts'

export type Fields = Record<string, string>

/** An instance to run things on, and a note of every secret. */
export interface Running extends BareInstance {
  /** Notes a secret. */
  keep(secret: string | undefined): string
  /** @throws Error when the answer has another status than this, where one is given */
  call(path: string, sent?: Partial<Call> & { status?: number }): Promise<Answer>
  /** Sends a form. */
  send(path: string, fields: Fields, status?: number): Promise<Answer>
}

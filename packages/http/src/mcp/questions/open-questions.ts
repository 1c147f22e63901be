import { hash, randomUUID } from 'node:crypto'
import type { Database } from '@handrail/core/internal'

/** The most questions that wait for a person, in this process. */
export const MOST_OPEN = { caller: 10, all: 500 }
const MINUTE_MS = 60_000
/** As long as a confirmation is good. */
const GOOD_FOR_MS = 10 * MINUTE_MS

/** Answers and withdrawals, between the processes of a database. */
const CHANNEL = { name: 'elicitations' }
const PREFIX = 'ask-'

/** How a question ended. */
export type Ending = 'agreed' | 'refused' | 'cancelled' | 'late'

/** The call that asks: of which credential, in which session, with which id. */
interface AskingCall {
  caller: string
  session: string
  id: unknown
}

export interface OpenQuestion {
  /** The id of the request to the client. */
  id: string
  /** Resolves once an answer given to any process arrives here. */
  ready: Promise<void>
  ended: Promise<Ending>
  /** Frees its place, as does its end. */
  close(): void
}

/** The questions that wait in this process for a person, whose answer may be given to another. */
export interface OpenQuestions {
  /** Undefined where too many are open. */
  open(call: AskingCall): OpenQuestion | undefined
  /** Ends a question of this credential, wherever it waits. */
  answer(id: string, caller: string, agrees: boolean): Promise<void>
  /** Ends the question of a call, wherever it waits. */
  cancel(call: AskingCall): Promise<void>
}

/** Whether an id is one of a question. */
export function isQuestion(id: unknown): id is string {
  return typeof id === 'string' && /^ask-[0-9a-f-]{36}$/.test(id)
}

export function createOpenQuestions(database: Database, goodForMs = GOOD_FOR_MS): OpenQuestions {
  /** What waits for a word; each question for several. */
  const waiting = new Map<string, (ending: Ending) => void>()
  const counts = new Map<string, number>()
  let listening: { stop(): void; ready: Promise<void> } | undefined
  let count = 0

  function heard(word: string): boolean {
    const [key = '', ending = ''] = word.split(':')
    const end = waiting.get(key)
    // Every word is written by this module.
    end?.(ending as Ending)
    return end !== undefined
  }

  /** On PostgreSQL this takes a connection, so it lasts only as long as something is asked. */
  function listen(): Promise<void> {
    if (listening) return listening.ready
    const { promise: ready, resolve } = Promise.withResolvers<void>()
    const stop = database.listen(CHANNEL, (words) => {
      resolve()
      for (const word of words ?? []) heard(word)
    })
    if (!database.isShared) resolve()
    listening = { stop, ready }
    return ready
  }

  function free(caller: string) {
    count -= 1
    const left = (counts.get(caller) ?? 0) - 1
    if (left > 0) counts.set(caller, left)
    else counts.delete(caller)
    if (count > 0) return
    listening?.stop()
    listening = undefined
  }

  async function tell(key: string, ending: Ending): Promise<void> {
    if (heard(`${key}:${ending}`) || !database.isShared) return
    await database.write(async (tx) => tx.hint(CHANNEL, `${key}:${ending}`), { lasting: false })
  }

  return {
    open(call) {
      const { caller } = call
      if (count >= MOST_OPEN.all || (counts.get(caller) ?? 0) >= MOST_OPEN.caller) return undefined
      count += 1
      counts.set(caller, (counts.get(caller) ?? 0) + 1)
      const id = `${PREFIX}${randomUUID()}`
      const { promise: ended, resolve: end } = Promise.withResolvers<Ending>()
      const keys = [answerKey(id, caller), callKey(call)]
      const finish = (ending: Ending) => {
        close()
        end(ending)
      }
      for (const key of keys) waiting.set(key, finish)
      const timer = setTimeout(() => finish('late'), goodForMs)
      timer.unref()
      let isOpen = true
      const close = () => {
        if (!isOpen) return
        isOpen = false
        clearTimeout(timer)
        for (const key of keys) if (waiting.get(key) === finish) waiting.delete(key)
        free(caller)
      }
      return { id, ready: listen(), ended, close }
    },
    answer: (id, caller, agrees) => tell(answerKey(id, caller), agrees ? 'agreed' : 'refused'),
    cancel: (call) => tell(callKey(call), 'cancelled'),
  }
}

/** Only the credential that was asked can make this key: the id alone ends nothing. */
function answerKey(id: string, caller: string): string {
  return hash('sha256', JSON.stringify(['answer', id, caller]), 'base64url')
}

function callKey({ caller, session, id }: AskingCall): string {
  return hash('sha256', JSON.stringify(['call', caller, session, id]), 'base64url')
}

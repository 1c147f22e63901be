import { hash, randomUUID } from 'node:crypto'
import type { Database } from '@handrail/core/internal'
import { createEndings, type Ending, type EndingsOptions } from './endings.ts'

/** The most questions that wait for a person, in this process. */
export const MOST_OPEN = { caller: 10, all: 500 }
const MINUTE_MS = 60_000
/** As long as a confirmation is good. */
const GOOD_FOR_MS = 10 * MINUTE_MS

const PREFIX = 'ask-'

interface QuestionOptions extends EndingsOptions {
  /** How long a question waits. */
  goodForMs?: number
}

/** The call that asks: of which credential, in which session, with which id. */
interface AskingCall {
  caller: string
  session: string
  id: unknown
}

export interface OpenQuestion {
  /** The id of the request to the client. */
  id: string
  /** Resolves once an answer given to any process arrives here. @throws AppError `unavailable` */
  ready: Promise<unknown>
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

export function createOpenQuestions(database: Database, options: QuestionOptions = {}): OpenQuestions {
  const { goodForMs = GOOD_FOR_MS, onFault } = options
  const endings = createEndings(database, options)
  const counts = new Map<string, number>()
  let count = 0

  function free(caller: string) {
    count -= 1
    const left = (counts.get(caller) ?? 0) - 1
    if (left > 0) counts.set(caller, left)
    else counts.delete(caller)
  }

  return {
    open(call) {
      const { caller } = call
      if (count >= MOST_OPEN.all || (counts.get(caller) ?? 0) >= MOST_OPEN.caller) return undefined
      count += 1
      counts.set(caller, (counts.get(caller) ?? 0) + 1)
      const id = `${PREFIX}${randomUUID()}`
      const { promise: ended, resolve: end } = Promise.withResolvers<Ending>()
      const keys = { answer_key: answerKey(id, caller), call_key: callKey(call) }
      const finish = (ending: Ending) => {
        close()
        end(ending)
      }
      const timer = setTimeout(() => finish('late'), goodForMs)
      timer.unref()
      let isOpen = true
      const close = () => {
        if (!isOpen) return
        isOpen = false
        clearTimeout(timer)
        endings.forget(keys)
        free(caller)
      }
      const ready = endings.await(keys, goodForMs, finish)
      // A call whose client is gone waits for nothing.
      ready.catch((error) => onFault?.(error))
      return { id, ready, ended, close }
    },
    answer: (id, caller, agrees) => endings.tell(answerKey(id, caller), agrees ? 'agreed' : 'refused'),
    cancel: (call) => endings.tell(callKey(call), 'cancelled'),
  }
}

/** Only the credential that was asked can make this key: the id alone ends nothing. */
function answerKey(id: string, caller: string): string {
  return hash('sha256', JSON.stringify(['answer', id, caller]), 'base64url')
}

function callKey({ caller, session, id }: AskingCall): string {
  return hash('sha256', JSON.stringify(['call', caller, session, id]), 'base64url')
}

import { hash, randomUUID } from 'node:crypto'
import { type Database, type Ending as Ended, endingsOf, endQuestion, keepQuestion } from '@handrail/core/internal'

/** The most questions that wait for a person, in this process. */
export const MOST_OPEN = { caller: 10, all: 500 }
const MINUTE_MS = 60_000
/** As long as a confirmation is good. */
const GOOD_FOR_MS = 10 * MINUTE_MS

/** Answers and withdrawals, between the processes of a database. */
const CHANNEL = { name: 'elicitations' }
const PREFIX = 'ask-'
/** A notification can be lost: so often a process looks for the endings of its questions by itself. */
const LOOK_MS = 3000

/** How a question ended. */
export type Ending = Ended | 'late'

interface QuestionOptions {
  /** How long a question waits. */
  goodForMs?: number
  lookMs?: number
  /** Told of failed looks, each of which is repeated. */
  onFault?(error: unknown): void
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
  const { goodForMs = GOOD_FOR_MS, lookMs = LOOK_MS, onFault } = options
  /** What waits for a word; each question for several. */
  const waiting = new Map<string, (ending: Ending) => void>()
  /** The keys of the answers of what waits. */
  const answers = new Set<string>()
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
    const unlisten = database.listen(CHANNEL, (words) => {
      resolve()
      if (words === undefined) void look()
      for (const word of words ?? []) heard(word)
    })
    const looking = database.isShared ? setInterval(look, lookMs).unref() : undefined
    if (!database.isShared) resolve()
    const stop = () => {
      clearInterval(looking)
      unlisten()
    }
    listening = { stop, ready }
    return ready
  }

  /** Finds the endings whose notification did not arrive. */
  async function look(): Promise<void> {
    if (!database.isShared || answers.size === 0) return
    try {
      const endings = await database.read((reader) => endingsOf(reader, [...answers]))
      for (const { key, ending } of endings) heard(`${key}:${ending}`)
    } catch (error) {
      onFault?.(error)
    }
  }

  async function keep(answer_key: string, call_key: string): Promise<void> {
    if (!database.isShared) return
    await database.write(
      (tx) => {
        const expires_at = new Date(Date.parse(tx.time) + goodForMs).toISOString()
        return keepQuestion(tx, { answer_key, call_key, expires_at })
      },
      { lasting: false },
    )
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

  async function tell(key: string, ending: Ended): Promise<void> {
    if (heard(`${key}:${ending}`) || !database.isShared) return
    await database.write(
      async (tx) => {
        if (await endQuestion(tx, key, ending)) tx.hint(CHANNEL, `${key}:${ending}`)
      },
      { lasting: false },
    )
  }

  return {
    open(call) {
      const { caller } = call
      if (count >= MOST_OPEN.all || (counts.get(caller) ?? 0) >= MOST_OPEN.caller) return undefined
      count += 1
      counts.set(caller, (counts.get(caller) ?? 0) + 1)
      const id = `${PREFIX}${randomUUID()}`
      const { promise: ended, resolve: end } = Promise.withResolvers<Ending>()
      const [answer_key, call_key] = [answerKey(id, caller), callKey(call)]
      const keys = [answer_key, call_key]
      const finish = (ending: Ending) => {
        close()
        end(ending)
      }
      for (const key of keys) waiting.set(key, finish)
      answers.add(answer_key)
      const timer = setTimeout(() => finish('late'), goodForMs)
      timer.unref()
      let isOpen = true
      const close = () => {
        if (!isOpen) return
        isOpen = false
        clearTimeout(timer)
        for (const key of keys) if (waiting.get(key) === finish) waiting.delete(key)
        answers.delete(answer_key)
        free(caller)
      }
      const ready = Promise.all([listen(), keep(answer_key, call_key)])
      // A call whose client is gone waits for nothing.
      ready.catch((error) => onFault?.(error))
      return { id, ready, ended, close }
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

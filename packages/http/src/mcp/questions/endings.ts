import { type Database, type Ending as Ended, endingsOf, endQuestion, keepQuestion } from '@handrail/core/internal'

/** Answers and withdrawals, between the processes of a database. */
const CHANNEL = { name: 'elicitations' }
/** A notification can be lost: so often a process looks for the endings of its questions by itself. */
const LOOK_MS = 3000

/** How a question ended. */
export type Ending = Ended | 'late'

/** What ends a question: the answer to it, or the withdrawal of its call. */
interface Keys {
  answer_key: string
  call_key: string
}

export interface EndingsOptions {
  lookMs?: number
  /** Told of failed looks, each of which is repeated. */
  onFault?(error: unknown): void
}

/** Carries the endings of questions to the process in which they wait. */
export interface Endings {
  /** Resolves once an ending given to any process arrives here. @throws AppError `unavailable` */
  await(keys: Keys, goodForMs: number, end: (ending: Ending) => void): Promise<unknown>
  forget(keys: Keys): void
  /** Ends the question with this key, wherever it waits. */
  tell(key: string, ending: Ended): Promise<void>
}

export function createEndings(database: Database, { lookMs = LOOK_MS, onFault }: EndingsOptions): Endings {
  const waiting = new Map<string, (ending: Ending) => void>()
  /** The keys of the answers of what waits. */
  const answers = new Set<string>()
  let listening: { stop(): void; ready: Promise<void> } | undefined

  function heard(key: string, ending: Ending): boolean {
    const end = waiting.get(key)
    end?.(ending)
    return end !== undefined
  }

  /** Finds the endings whose notification did not arrive. */
  async function look(): Promise<void> {
    if (answers.size === 0) return
    try {
      const endings = await database.read((reader) => endingsOf(reader, [...answers]))
      for (const { key, ending } of endings) heard(key, ending)
    } catch (error) {
      onFault?.(error)
    }
  }

  /** On PostgreSQL this takes a connection, so it lasts only as long as something is asked. */
  function listen(): Promise<void> {
    if (listening) return listening.ready
    const { promise: ready, resolve } = Promise.withResolvers<void>()
    const unlisten = database.listen(CHANNEL, (words) => {
      resolve()
      if (words === undefined) void look()
      for (const word of words ?? []) {
        const [key = '', ending = ''] = word.split(':')
        // Every word is written by this module.
        heard(key, ending as Ending)
      }
    })
    const looking = setInterval(look, lookMs).unref()
    const stop = () => {
      clearInterval(looking)
      unlisten()
    }
    listening = { stop, ready }
    return ready
  }

  return {
    async await(keys, goodForMs, end) {
      for (const key of Object.values(keys)) waiting.set(key, end)
      answers.add(keys.answer_key)
      if (!database.isShared) return
      const keep = database.write(
        (tx) => {
          const expires_at = new Date(Date.parse(tx.time) + goodForMs).toISOString()
          return keepQuestion(tx, { ...keys, expires_at })
        },
        { lasting: false },
      )
      await Promise.all([listen(), keep])
    },
    forget(keys) {
      const end = waiting.get(keys.answer_key)
      for (const key of Object.values(keys)) if (waiting.get(key) === end) waiting.delete(key)
      answers.delete(keys.answer_key)
      if (answers.size > 0) return
      listening?.stop()
      listening = undefined
    },
    async tell(key, ending) {
      if (heard(key, ending) || !database.isShared) return
      await database.write(
        async (tx) => {
          if (await endQuestion(tx, key, ending)) tx.hint(CHANNEL, `${key}:${ending}`)
        },
        { lasting: false },
      )
    },
  }
}

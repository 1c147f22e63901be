import type pg from 'pg'
import { isUnexpected } from './faults.postgres.ts'
import { type Joiner, mayJoin, type Written } from './joined.postgres.ts'
import { socketOf } from './socket.postgres.ts'

const ignore = () => undefined

type Given = Parameters<pg.PoolClient['query']>

/** A commit that has been sent. */
export interface SentCommit {
  /** Rejects with the first failure of the transaction, or with that of the commit. */
  readonly answered: Promise<void>
}

/** A statement that is sent with the next ones. */
interface Held {
  statement: Written
  answer: PromiseWithResolvers<pg.QueryResult>
}

/**
 * Sends the statements of transactions on one connection, without waiting for those whose answer nobody needs: they share the round
 * trip of the next statement, and the last of them that of the commit. Those that follow each other and do not see each other's rows are
 * sent as one. The server runs them in the order in which they were sent. After one that failed it refuses the others, so the failure
 * that callers see is always the first.
 */
export class Sender {
  readonly #client: pg.PoolClient
  readonly #join: Joiner
  /** Whether the connection takes a statement while another is under way. Pools of other owners may have older drivers. */
  readonly #isPipelined: boolean
  #last: Promise<unknown> = Promise.resolve()
  #isGathering = false
  /** Those of the transaction that nobody waits for. */
  #sent: Promise<unknown>[] = []
  #held: Held[] = []

  constructor(client: pg.PoolClient, join: Joiner) {
    this.#client = client
    this.#join = join
    this.#isPipelined = Reflect.get(client, 'pipeline') === true
  }

  /** As `query` of the driver, which the builders call. */
  query(...given: unknown[]): Promise<pg.QueryResult> {
    const answer = this.#submit(given)
    const sent = this.#sent
    return sent.length === 0 ? answer : answer.catch((error: unknown) => this.#firstFailure(sent, error))
  }

  /** Sends a statement that answers no rows. @param unchanged what the transaction fails with where it changes nothing */
  send(statement: pg.QueryConfig, unchanged?: () => Error): void {
    const sent = this.#hold({ ...statement, hasRows: false, unchanged })
    // The failure shows at the next statement, or at the commit.
    sent.catch(ignore)
    this.#sent.push(sent)
  }

  /** As `send`, of a statement that answers rows, and whose outcome is told. */
  post<T>(statement: pg.QueryConfig, outcome?: { answered(rows: T[]): void; failed(): void }): void {
    const answer = this.#hold({ ...statement, hasRows: outcome !== undefined })
    const sent = outcome ? answer.then(({ rows }) => outcome.answered(rows)) : answer
    sent.catch(() => outcome?.failed())
    this.#sent.push(sent)
  }

  /** Waits for what was sent. @throws the first failure */
  async settle(): Promise<void> {
    this.#sendHeld()
    const sent = this.#sent
    // Whoever waits here is told of a failure, and may make another one of it.
    this.#forget()
    for (const one of sent) await one
  }

  /** Sends the commit, together with what was sent last. From then on the connection can be given to others. */
  commit(): SentCommit {
    this.#sendHeld()
    const sent = this.#sent
    this.#forget()
    const commit = this.#submit(['commit'])
    commit.catch(ignore)
    return { answered: outcome(sent, commit) }
  }

  /** Of several statements that were refused after it, each tells the same. */
  async #firstFailure(sent: readonly Promise<unknown>[], error: unknown): Promise<never> {
    if (this.#sent === sent) this.#forget()
    for (const one of sent) await one
    throw error
  }

  /** A connection that cannot roll back is not given back to its pool. */
  async cannotRollBack(): Promise<boolean> {
    this.#forget()
    return this.#submit(['rollback']).then(
      () => false,
      () => true,
    )
  }

  #forget(): void {
    this.#sent = []
    this.#held = []
  }

  #hold(statement: Written): Promise<pg.QueryResult> {
    const before = this.#held.map((held) => held.statement)
    if (!mayJoin(before, statement)) this.#sendHeld()
    const answer = Promise.withResolvers<pg.QueryResult>()
    this.#held.push({ statement, answer })
    return answer.promise
  }

  /** Sends what is held, as one statement. */
  #sendHeld(): void {
    const held = this.#held
    if (held.length === 0) return
    this.#held = []
    const answered = this.#submit([this.#join(held.map(({ statement }) => statement))]).catch((error: unknown) => {
      const unchanged = held.find(({ statement }) => statement.unchanged)?.statement.unchanged
      throw unchanged && isUnexpected(error) ? unchanged() : error
    })
    for (const { answer } of held) answered.then(answer.resolve, answer.reject)
  }

  /** Writes what is sent in this turn at once, which takes a good part of the time of a short statement. */
  #gather(): void {
    if (this.#isGathering) return
    const stream = socketOf(this.#client)
    if (!stream) return
    this.#isGathering = true
    stream.cork()
    setImmediate(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  #submit(given: unknown[]): Promise<pg.QueryResult> {
    this.#sendHeld()
    const query = (): Promise<pg.QueryResult> => this.#client.query(...(given as Given)) as never
    if (this.#isPipelined) {
      this.#gather()
      return query()
    }
    const answer = this.#last.then(query, query)
    this.#last = answer.catch(ignore)
    return answer
  }
}

async function outcome(sent: readonly Promise<unknown>[], commit: Promise<pg.QueryResult>): Promise<void> {
  // Whatever became of it, the connection has done with it then.
  await commit.catch(ignore)
  for (const one of sent) await one
  const { command } = await commit
  // As the server answers a commit after a statement that failed.
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}`)
}

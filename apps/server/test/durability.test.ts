import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { call, type Server, useProgram } from '../../../test/program.ts'

const ROUNDS = Number(process.env.HANDRAIL_TEST_SERVER_KILLS ?? 8)
const WRITERS = 64
const { run, serve, path } = useProgram()

interface Answered {
  id: string
  email: string
}

/** Writes from many clients at once until the server is gone. @returns every contact that was answered with 201 */
async function writeUntilKilled({ url }: Server, token: string, round: number, answered: Answered[]): Promise<void> {
  const client = async (_: unknown, writer: number) => {
    for (let count = 0; ; count++) {
      const email = `${round}-${writer}-${count}@durable.example`
      const body = { contact: { email, first_name: 'Durable' } }
      const { status, json } = await call(`${url}/api/v1/contacts`, token, { method: 'POST', body })
      if (status === 201) answered.push({ id: json.data.id, email })
    }
  }
  // Each ends when its connection does.
  await Promise.allSettled(Array.from({ length: WRITERS }, client))
}

function afterKill(check: (database: DatabaseSync) => void) {
  const database = new DatabaseSync(path('data/handrail.db'))
  check(database)
  database.close()
}

test(`nothing that was answered is lost in ${ROUNDS} kills amid ${WRITERS} writers`, {
  timeout: 60_000 + ROUNDS * 20_000,
}, async () => {
  await run(['setup', '--email', 'ada@example.com', '--workspace', 'Acme'])
  const { stdout } = await run(['create-key', '--name', 'writer', '--scopes', 'contacts:write'])
  const token = stdout.trim()
  const answered: Answered[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const known = answered.length
    const server = await serve(['--rate-limit-minute', '0', '--rate-limit-hour', '0', '--log-level', 'silent'])
    const writing = writeUntilKilled(server, token, round, answered)
    while (answered.length < known + WRITERS) await sleep(1)
    // At another moment of the writing in each round.
    await sleep(10 + ((round * 37) % 150))
    server.kill('SIGKILL')
    expect((await server.ended).signal).toBe('SIGKILL')
    await writing
    afterKill((database) => {
      expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    })
  }

  afterKill((database) => {
    const emails = new Map(
      database
        .prepare('select id, email from contacts')
        .all()
        .map((row) => [row.id, row.email]),
    )
    const lost = answered.filter(({ id, email }) => emails.get(id) !== email)
    expect(lost).toEqual([])
    const told = database
      .prepare("select json_extract(data, '$.id') as id from events where type = 'contact.created'")
      .all()
      .map((row) => row.id)
    // Neither a change without its event, nor an event without its change, nor one told twice.
    expect(told.toSorted()).toEqual([...emails.keys()].toSorted())
  })
})

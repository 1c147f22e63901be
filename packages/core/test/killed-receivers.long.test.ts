import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { conditions } from '../../../test/built.ts'
import { ENGINES, SECRET } from './instance.ts'
import { correspondence, messagesOf, openReplying, REPLY_DOMAIN, type Replying } from './replies.ts'

const PROGRAM = fileURLToPath(new URL('./programs/reply-receiver.ts', import.meta.url))
const ROUNDS = 8

async function startReceiver({ database, files }: Replying): Promise<{ child: ChildProcess; port: number }> {
  const args = [database, SECRET, files, `reply@${REPLY_DOMAIN}`]
  const child = spawn(process.execPath, [...conditions('packages/core'), PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('The program has no output')
  const [line] = await once(child.stdout, 'data')
  return { child, port: Number(line) }
}

test.each(ENGINES)(
  'on %s, a mail whose process is killed at any moment is stored once when it is delivered again',
  async (engine) => {
    const instance = await openReplying(engine, { now: () => new Date() })
    const { id, email, invited } = await correspondence(instance)
    let { child, port } = await startReceiver(instance)
    let acknowledged = 0
    for (let round = 0; round < ROUNDS; round++) {
      const attachments = [{ filename: 'notes.txt', content: `Notes ${round}` }]
      const mail = { from: email, to: invited.replyTo, text: `Round ${round}`, attachments }
      const send = (at: number) =>
        createTransport({ host: '127.0.0.1', port: at, ignoreTLS: true }).sendMail({
          ...mail,
          messageId: `<${round}@example.com>`,
        })
      const first = send(port).then(
        () => true,
        () => false,
      )
      // The greeting comes after 100 ms.
      await sleep(105 + round * 15)
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      if (await first) acknowledged++
      ;({ child, port } = await startReceiver(instance))
      expect((await send(port)).response).toMatch(/^250 /)
    }
    child.kill('SIGKILL')
    const messages = await messagesOf(instance, id)
    expect(messages.map(({ body, files }) => [body, files.length])).toEqual(
      Array.from({ length: ROUNDS }, (_, round) => [`Round ${ROUNDS - 1 - round}`, 1]),
    )
    // Some were killed before their acknowledgement, or the test would show nothing.
    expect(acknowledged).toBeLessThan(ROUNDS)
    await instance.close()
  },
  120_000,
)

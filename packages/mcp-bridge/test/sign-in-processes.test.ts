import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import type { TestServer } from './authorization-server.ts'
import { useWorld, visit } from './world.ts'

const world = useWorld()
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function startSigner(server: TestServer) {
  const program = fileURLToPath(new URL('signer.ts', import.meta.url))
  const child = spawn(process.execPath, [program, server.url.href, world.folder()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async (): Promise<string> => (await lines.next()).value ?? ''
  return { child, line }
}

test('processes join one sign-in, which any browser ends for all of them', async () => {
  const server = await world.start()
  const signers = [0, 1, 2].map(() => startSigner(server))
  const urls = await Promise.all(signers.map(({ line }) => line()))
  expect(new Set(urls).size).toBe(1)
  await visit(urls[0] ?? '')
  expect(await Promise.all(signers.map(({ line }) => line()))).toEqual(['signed in', 'signed in', 'signed in'])
  expect(server.clients.size).toBe(1)
})

test('a process that is killed while it signs in leaves nothing that stops the next one', async () => {
  const server = await world.start()
  const first = startSigner(server)
  const url = await first.line()
  const second = startSigner(server)
  expect(await second.line()).toBe(url)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  expect(await second.line()).toContain('ended by the process that began it')
  const start = performance.now()
  await world.signIn(world.open(server))
  expect(performance.now() - start).toBeLessThan(2_000)
})

import { expect, test } from 'vitest'
import { blocksOf } from '../../../test/documents.ts'
import { freePort } from '../../../test/free-port.ts'
import { useProgram } from '../../../test/program.ts'

const { run, serve } = useProgram()

/** The recipes of docs/mail.md: the variables that each sets, and the commands after them. */
function recipes() {
  return blocksOf('mail.md').map(({ text: block }) => {
    const lines = block.trim().split('\n')
    const environment: Record<string, string> = {}
    for (const [, name = '', value = ''] of block.matchAll(/^export (\w+)=(.*)$/gm)) environment[name] = value
    return { environment, commands: lines.filter((line) => !line.startsWith('export ')) }
  })
}

test('the recipes of the documentation for replies by mail work as printed', async () => {
  const [listener, mailbox, ...others] = recipes()
  expect(others).toEqual([])
  expect([listener?.commands, mailbox?.commands]).toEqual([['handrail doctor'], ['handrail doctor']])
  // The port of the recipe can be in use on this machine.
  const port = await freePort()
  const HANDRAIL_REPLY_LISTEN = listener?.environment.HANDRAIL_REPLY_LISTEN?.replace(/\d+$/, String(port)) ?? ''
  const environment = { ...listener?.environment, HANDRAIL_REPLY_LISTEN }
  const server = await serve([], { environment })
  const { stdout } = await run(['doctor'], { environment })
  expect(stdout).toMatch(new RegExp(`^ok {4}Replies to mail are received at 0.0.0.0:${port}$`, 'm'))
  server.kill('SIGTERM')
  await server.ended
  const found = await run(['doctor'], { environment: mailbox?.environment ?? {} })
  // The server of the recipe does not exist; its settings are accepted, and its password is not shown.
  expect(found.stdout).toMatch(/^fail {2}The mailbox for replies cannot be read: /m)
  expect(found.stdout).not.toContain('PASSWORD')
})

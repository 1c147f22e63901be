import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useAuthorizations } from '../support/authorizations.ts'
import { useBridges } from '../support/bridges.ts'

const fixture = useAuthorizations()
const bridges = useBridges()

test('the browser of a sign-in inherits the environment, without our settings', async () => {
  const server = await fixture.start()
  const [script, seen] = [bridges.path('browser.mjs'), bridges.path('seen.json')]
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.env))
await fetch(process.argv[2])`,
  )
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what the person writes
  const login = bridges.start(['login', server.url.href, '--header', 'X-Pass: ${GATEWAY_PASS}'], {
    MCP_BRIDGE_BROWSER: `${process.execPath} ${script}`,
    MCP_BRIDGE_CLIENT_SECRET: 'secret-of-a-client',
    COLOUR: 'blue',
    GATEWAY_PASS: 'secret-of-a-gateway',
  })
  expect(await login.ended).toMatchObject({ code: 0 })
  const environment = JSON.parse(readFileSync(seen, 'utf8'))
  expect(environment).toMatchObject({ COLOUR: 'blue' })
  expect(environment.GATEWAY_PASS).toBeUndefined()
  expect(Object.keys(environment).filter((name) => name.startsWith('MCP_BRIDGE_'))).toEqual([])
})

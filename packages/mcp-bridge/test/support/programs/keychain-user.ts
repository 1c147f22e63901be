import { openStore } from '../../../src/store/store.ts'

/**
 * A process that keeps a token, or reads the one that another kept. It prints the store it got, and the token or the
 * fault. The token may be followed by @ and the name of a server, and be empty to be read.
 */
const [folder = '', profile = '', given = ''] = process.argv.slice(2)
const [token = '', server = 'a'] = given.split('@')
const store = await openStore({
  ...{ folder, profile, resource: new URL(`https://${server}.example/mcp`), store: 'auto' as const },
  // Many at once are slow on a busy machine.
  ...(process.env.KEYCHAIN_TIMEOUT_MS && { keychainTimeoutMs: Number(process.env.KEYCHAIN_TIMEOUT_MS) }),
})
const { kind, reason } = store
try {
  if (token)
    await store.exclusively(({ entry, write }) =>
      write({ ...entry, credentials: { registrations: {}, static_token: given } }),
    )
  const entry = await store.read()
  process.stdout.write(JSON.stringify({ kind, reason, token: entry?.credentials.static_token ?? null }))
} catch (error) {
  process.stdout.write(JSON.stringify({ kind, reason, fault: error instanceof Error ? error.message : String(error) }))
}

import { openStore } from '../../src/store/store.ts'

/** A process that keeps a token, or reads the one that another kept. It prints the store it got, and the token. */
const [folder = '', profile = '', token] = process.argv.slice(2)
const store = await openStore({ folder, profile, resource: new URL('https://a.example/mcp'), store: 'auto' })
if (token)
  await store.exclusively(({ entry, write }) =>
    write({ ...entry, credentials: { registrations: {}, static_token: token } }),
  )
const entry = await store.read()
process.stdout.write(
  JSON.stringify({ kind: store.kind, reason: store.reason, token: entry?.credentials.static_token ?? null }),
)

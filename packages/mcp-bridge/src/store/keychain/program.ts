/**
 * What the helper process runs: it asks the keychain on our behalf, and can be ended when there is no answer. In our own
 * process a Secret Service that hangs would block everything, since connecting to it is a synchronous native call.
 * Secrets go through stdin and stdout alone. `{linux: ...}`: without the name of the store, Linux silently takes the
 * kernel's, which forgets everything at the next boot.
 */
export const KEYCHAIN_PROGRAM = `
let sent = ''
process.stdin.on('data', (chunk) => { sent += chunk })
process.stdin.on('end', async () => {
  try {
    const { module, service, account, fresh, damaged } = JSON.parse(sent)
    const { AsyncEntry } = require(module)
    const entry = new AsyncEntry(service, account, { linux: { store: 'secret-service' } })
    let value = await entry.getPassword()
    if (fresh && (value === null || value === damaged)) {
      await entry.setPassword(fresh)
      value = await entry.getPassword()
    }
    process.stdout.write(JSON.stringify({ value }))
  } catch (error) {
    process.stdout.write(JSON.stringify({ error: error.message }))
  }
})
`

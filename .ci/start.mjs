// Starts the service as its reader would, with `npm start`, asks it for contacts with the key that it prints, and stops it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TIMEOUT_MS = 15 * 60_000
const windows = process.platform === 'win32'
const data = mkdtempSync(join(tmpdir(), 'handrail-start-'))

// On Windows npm is a batch file, which only a shell starts; elsewhere a group of its own is what can be stopped as a whole.
const service = spawn('npm', ['start', '--', '--port', '0'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, HANDRAIL_DATA: data },
  stdio: ['ignore', 'pipe', 'inherit'],
  shell: windows,
  detached: !windows,
})
const ended = once(service, 'exit')

try {
  const printed = await ready()
  const [, address] = /Address +(\S+)/.exec(printed) ?? []
  const [, key] = /(hr_key_\S+)/.exec(printed) ?? []
  const answer = await fetch(`${address}/api/v1/contacts`, { headers: { authorization: `Bearer ${key}` } })
  const { data: contacts } = await answer.json()
  if (answer.status !== 200 || contacts.length === 0) throw new Error(`The service answers ${answer.status}`)
  console.log(`The service at ${address} answers with ${contacts.length} contacts`)
} finally {
  stop()
  await ended
  rmSync(data, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

/** What the service has printed when it says that it is ready. */
function ready() {
  return new Promise((resolve, reject) => {
    let printed = ''
    setTimeout(() => reject(new Error('The service is not ready in time')), TIMEOUT_MS).unref()
    ended.then(([code]) => reject(new Error(`npm start ended with ${code}`)))
    service.stdout.setEncoding('utf8').on('data', (text) => {
      process.stdout.write(text)
      printed += text
      if (printed.includes('Stop it with')) resolve(printed)
    })
  })
}

function stop() {
  if (service.exitCode !== null || service.signalCode !== null) return
  if (windows) spawnSync('taskkill', ['/pid', String(service.pid), '/t', '/f'])
  else process.kill(-service.pid, 'SIGTERM')
}

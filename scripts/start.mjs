import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { buildPackage } from './build.mjs'
import { Failure } from './process.mjs'
import { root } from './workspace.mjs'

/** Builds and runs the service; further arguments are handed to it. Resolves to its exit code. */
export async function start(toolchain, args) {
  const built = await buildPackage(toolchain, 'handrail')
  if (built.code !== 0) throw new Failure(`${built.output}\nThe build failed.`)

  const program = join(root, 'apps', 'server', 'dist', 'handrail.js')
  const service = spawn(toolchain.node, [program, 'serve', '--demo', ...args], {
    stdio: 'inherit',
    env: toolchain.environment,
  })
  forwardSignals(service)
  stopWithNpm(service)
  return new Promise((resolve, reject) => {
    service.on('error', reject)
    service.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/** A terminal sends Ctrl-C to the service itself. Forwarded as well, it would arrive twice and abort the shutdown. */
function forwardSignals(service) {
  process.on('SIGTERM', () => service.kill('SIGTERM'))
  process.on('SIGHUP', () => service.kill('SIGHUP'))
  const inTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)
  process.on('SIGINT', () => inTerminal || service.kill('SIGINT'))
}

/** npm runs this through a shell, and a shell that is ended does not end its children. */
function stopWithNpm(service) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    service.kill('SIGTERM')
  }, 200)
  watch.unref()
}

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { bundleService } from './bundle.mjs'
import { Failure } from './process.mjs'
import { root } from './workspace.mjs'

/** Builds and runs the service, with the sample workspace unless it is told otherwise. Resolves to its exit code. */
export function start(toolchain, args) {
  return handrail(toolchain, ['serve', ...args], { HANDRAIL_DEMO: process.env.HANDRAIL_DEMO || 'true' })
}

/** Builds the program and runs a command of it. Resolves to its exit code. */
export async function handrail(toolchain, args, settings = {}) {
  const built = await bundleService(toolchain)
  if (built.code !== 0) throw new Failure(`${built.output}\nThe build failed.`)

  const program = spawn(toolchain.node, [join(root, 'apps', 'server', 'dist', 'handrail.js'), ...args], {
    stdio: 'inherit',
    // The commands that it prints are to work as they are printed.
    env: { ...toolchain.environment, ...settings, HANDRAIL_CALLED_AS: 'npm run handrail --' },
  })
  forwardSignals(program)
  stopWithNpm(program)
  return new Promise((resolve, reject) => {
    program.on('error', reject)
    program.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/** A terminal sends Ctrl-C to the program itself. Forwarded as well, it would arrive twice and abort the shutdown. */
function forwardSignals(program) {
  process.on('SIGTERM', () => program.kill('SIGTERM'))
  process.on('SIGHUP', () => program.kill('SIGHUP'))
  const inTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)
  process.on('SIGINT', () => inTerminal || program.kill('SIGINT'))
}

/** npm runs this through a shell, and a shell that is ended does not end its children. */
function stopWithNpm(program) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    program.kill('SIGTERM')
  }, 200)
  watch.unref()
}

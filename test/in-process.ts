import { Readable, Writable } from 'node:stream'
import { main } from '../apps/server/src/program.ts'
import { type Run, useProgram } from './program.ts'

interface Here {
  input: string | undefined
  folder: string
  environment: NodeJS.ProcessEnv
}

/** The run before, since a process has one environment and one output. */
let last: Promise<unknown> = Promise.resolve()

/** Like `useProgram`, and runs commands in the process of the tests as well. */
export function useCommands() {
  const program = useProgram()

  /** Runs a command to its end in this process, where the process is not what is tested: starting one costs ten times as much. */
  function runHere(args: readonly string[], { input, ...options }: Run & { node?: never } = {}) {
    const here = { input, folder: program.path('.'), environment: program.environmentOf(options) }
    const next = last.then(() => runNext(args, here))
    last = next.catch(() => undefined)
    return next
  }

  return { ...program, runHere }
}

async function runNext(args: readonly string[], { input = '', folder, environment }: Here) {
  const output = { stdout: '', stderr: '' }
  const collect = (name: keyof typeof output) =>
    new Writable({
      decodeStrings: false,
      write(chunk, _encoding, done) {
        output[name] += chunk
        done()
      },
    })
  const before = { env: process.env, cwd: process.cwd() }
  const streams = { stdin: Readable.from([input]), stdout: collect('stdout'), stderr: collect('stderr') }
  const descriptors = Object.getOwnPropertyDescriptors(process)
  try {
    process.env = environment
    process.chdir(folder)
    for (const [name, value] of Object.entries(streams))
      Object.defineProperty(process, name, { value, configurable: true })
    const code = await main(args)
    return { code, ...output }
  } finally {
    for (const name of ['stdin', 'stdout', 'stderr'] as const) Object.defineProperty(process, name, descriptors[name])
    process.chdir(before.cwd)
    process.env = before.env
  }
}

import { Readable, Writable } from 'node:stream'

interface Here {
  input: string | undefined
  folder: string
  environment: NodeJS.ProcessEnv
}

/** The run before, since a process has one environment and one output. */
let last: Promise<unknown> = Promise.resolve()

/** Runs a command of the program in this process: what it costs to start another one is saved. */
export function runInProcess(
  args: readonly string[],
  here: Here,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const next = last.then(() => runNext(args, here))
  last = next.catch(() => undefined)
  return next
}

async function runNext(args: readonly string[], { input = '', folder, environment }: Here) {
  // Loaded here, since tests that only start processes need none of it.
  const { main } = await import('../apps/server/src/program.ts')
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

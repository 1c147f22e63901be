import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Limits {
  /** Limit of its heap; twice as much, and some for the program itself, is that of all its memory. */
  megabytes: number
  /** Limit of its processor time; waiting does not count. */
  seconds: number
}

/** What the program and its libraries reserve beside the heap: machine code, stacks of threads, buffers. */
const PROGRAM_MEGABYTES = 1024
/** The system counts whole seconds, from the start of the program, and ends it where the parent process has not. */
const SPARE_SECONDS = 5
const SHELL = '/bin/sh'
const KILOBYTES = 1024

/**
 * The limits of the operating system, before the program takes the place of the shell: no core dumps, memory that can be
 * written to, and processor time. macOS and containers can lack one of them. Where the memory of a Linux machine or container
 * ends, the kernel ends this process first.
 */
const SCRIPT = [
  'ulimit -c 0',
  'ulimit -d "$1" 2>/dev/null',
  'ulimit -t "$2" 2>/dev/null',
  '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null',
  'shift 2',
  'exec "$@"',
].join('\n')

/** Starts a program that reads untrusted files, with limits of the operating system where it has them. */
export function spawnLimited(program: URL, { megabytes, seconds }: Partial<Limits> & Pick<Limits, 'megabytes'>) {
  const file = fileURLToPath(program)
  // The process gets no arguments or environment of this one, especially no secrets.
  const options = {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  } satisfies SpawnOptions
  // Bun and Deno have other flags.
  if ('bun' in process.versions || 'deno' in process.versions) return fork(file, [], { ...options, execArgv: [] })
  const heap = Math.min(megabytes, halfOfContainer())
  // The compiler of WebAssembly would reserve gigabytes of addresses.
  const flags = [`--max-old-space-size=${heap}`, '--max-semi-space-size=16', '--disable-wasm-trap-handler']
  if (process.platform === 'win32' || !existsSync(SHELL)) return fork(file, [], { ...options, execArgv: flags })
  const kilobytes = (2 * heap + PROGRAM_MEGABYTES) * KILOBYTES
  const processorSeconds = seconds === undefined ? 'unlimited' : Math.ceil(seconds) + SPARE_SECONDS
  const args = ['-c', SCRIPT, 'sh', `${kilobytes}`, `${processorSeconds}`, process.execPath, ...flags, file]
  return spawn(SHELL, args, options)
}

/** So that the service itself does not end where a container has little memory. */
function halfOfContainer(): number {
  const bytes = process.constrainedMemory?.() ?? 0
  return bytes > 0 ? Math.max(64, Math.floor(bytes / 2 / KILOBYTES ** 2)) : Number.POSITIVE_INFINITY
}

/** What keeps a process running; in Bun, some of it has no such methods. */
interface Held {
  ref?(): void
  unref?(): void
}

/** A process keeps its parent running only while it works. */
export function keepRunning(child: ChildProcess, isWorking: boolean): void {
  // A pipe is a socket, whose methods the type of streams lacks.
  const said = child.stderr as Held | null
  const all: (Held | null | undefined)[] = [child, child.channel, said]
  for (const held of all) isWorking ? held?.ref?.() : held?.unref?.()
}

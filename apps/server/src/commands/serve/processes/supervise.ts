import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { compile } from '../../../compiling.ts'
import type { Config } from '../../../configuration/config.ts'
import { limitMemory } from '../../../configuration/memory.ts'
import { freePort } from '../listen.ts'
import { createLogger } from '../logger.ts'
import { limitStopping, stopSignal } from '../stop.ts'
import { startProcesses } from './running.ts'
import { createWholeLines } from './whole-lines.ts'

/** How long the end waits for the last lines of the log. */
const LAST_LINES_MS = 1000
/** How long other processes may take to stop after one has failed. */
const OTHERS_MS = 10_000

/**
 * Starts the processes of the service, replaces those that end, and stops them. It has no connection to the database itself.
 * @throws Failure if no process can start
 */
export async function superviseProcesses(config: Config, say: (text: string) => void): Promise<void> {
  const stopped = stopSignal()
  // The processes share the port, and would share it with those of another service as well.
  const port = await freePort(config)
  const log = createWholeLines()
  const logger = createLogger(config, process.pid, log.lines)
  cluster.setupPrimary({ stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  const processes = startProcesses(config.processes, { port, logger, log })
  limitMemory()
  compile()
  void stopped.then(processes.stop)
  try {
    say(await Promise.race([processes.ready, processes.failed]))
    await Promise.race([stopped, processes.failed])
    limitStopping()
    await Promise.race([processes.ended, processes.failed])
  } finally {
    processes.stop()
    await Promise.race([processes.ended, sleep(OTHERS_MS, undefined, { ref: false })])
    processes.kill()
    await log.end(LAST_LINES_MS)
  }
}

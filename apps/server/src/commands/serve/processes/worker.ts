import cluster from 'node:cluster'
import type { AppOptions } from '@handrail/http'
import type { Config } from '../../../configuration/config.ts'
import { Failure } from '../../../failure.ts'
import { atPort } from '../listen.ts'
import { createLogger } from '../logger.ts'
import { runService } from '../service.ts'
import type { Assignment, Instruction, ProcessMetrics, Report } from './messages.ts'

/** Signals that a terminal or a supervisor sends to all processes at once: that to the supervisor counts. */
const LEFT_TO_SUPERVISOR = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1'] as const

/** Serves in one of several processes, as the supervisor tells it. It ends with the supervisor. */
export async function runProcess(config: Config): Promise<void> {
  for (const signal of LEFT_TO_SUPERVISOR) process.on(signal, () => undefined)
  process.prependListener('disconnect', endWithSupervisor)
  const supervisor = connectToSupervisor()
  try {
    const { port, ...part } = await supervisor.assignment
    const logger = createLogger(config, process.pid)
    await runService(atPort(config, port), {
      logger,
      part: { ...part, others: supervisor.others },
      stopped: supervisor.stopped,
      onReady: (banner) => supervisor.report({ kind: 'ready', banner }),
      // The supervisor limits how long all processes take.
      onStopping: () => undefined,
    })
  } finally {
    // Its channel would keep the process alive.
    cluster.worker?.disconnect()
  }
}

/**
 * Ends at once where the supervisor is gone: what is acknowledged is safe. `process.exit`, as node:cluster does it, would try
 * for ever to write the last lines of the log, which nobody reads.
 */
function endWithSupervisor(): void {
  if (!cluster.worker?.exitedAfterDisconnect) process.kill(process.pid, 'SIGKILL')
}

interface Supervisor {
  assignment: Promise<Assignment>
  stopped: Promise<void>
  others: NonNullable<AppOptions['others']>
  report(report: Report): void
}

/** @throws Failure if no supervisor of this program has started the process */
function connectToSupervisor(): Supervisor {
  if (!process.send) throw new Failure('Processes of the service are started by handrail serve --processes')
  const assignment = Promise.withResolvers<Assignment>()
  const stopped = Promise.withResolvers<void>()
  const collecting = new Map<number, (others: ProcessMetrics[]) => void>()
  let read: () => Promise<ProcessMetrics> = async () => []
  let collections = 0
  const report = (message: Report) => void process.send?.(message)

  // Whatever else comes through the channel is between the two halves of node:cluster, which Node keeps to itself.
  process.on('message', (instruction: Instruction) => {
    switch (instruction.kind) {
      case 'begin':
        return assignment.resolve(instruction.assignment)
      case 'stop':
        return stopped.resolve()
      case 'measure':
        return void read().then((own) => report({ kind: 'metrics', id: instruction.id, own }))
      case 'collected':
        collecting.get(instruction.id)?.(instruction.others)
        collecting.delete(instruction.id)
    }
  })
  report({ kind: 'started' })
  return {
    assignment: assignment.promise,
    stopped: stopped.promise,
    report,
    others: {
      share(own) {
        read = own
      },
      async metrics() {
        collections += 1
        const id = collections
        const own = await read()
        return new Promise((resolve) => {
          collecting.set(id, resolve)
          report({ kind: 'collect', id, own })
        })
      },
    },
  }
}

import type { Context } from '../context.ts'
import type { Connections } from '../emails/server/connections.ts'
import { mailQueue } from '../emails/worker/mail-queue.ts'
import { importBatches } from '../imports/worker/batch-job.ts'
import { moveBatches } from '../moves/worker/batch-job.ts'
import { batchQueues } from '../queue/batches/batch-queue.ts'
import { startWorker, type Worker } from '../queue/worker.ts'
import type { Database } from '../storage/database.ts'
import type { DeliveryWatcher } from '../webhooks/figures/watch.ts'
import { deliveryQueue } from '../webhooks/worker/deliver.ts'

/** The workers to start: all by default. */
interface WorkerOptions {
  webhooks?: { deliver?: boolean }
  imports?: boolean
  mail?: { send?: boolean }
}

interface Started {
  context: Context
  database: Database
  connections: Connections
  watch: DeliveryWatcher
  onError(error: unknown): void
}

/** Starts a worker for each queue. @returns them as one */
export function startWorkers(
  { webhooks, imports, mail }: WorkerOptions,
  { context, connections, watch, ...options }: Started,
): Worker {
  const { onError } = options
  const workers: Worker[] = []
  if (webhooks?.deliver !== false) workers.push(startWorker(deliveryQueue(context, onError, watch), options))
  if (imports !== false)
    for (const queue of batchQueues(context, [importBatches, moveBatches], onError))
      workers.push(startWorker(queue, options))
  if (mail?.send !== false) workers.push(startWorker(mailQueue(context, connections), options))
  return {
    sinceRun: () => Math.max(0, ...workers.map((worker) => worker.sinceRun())),
    stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
  }
}

import { type Limits, type Thread as Started, startThread as start } from '../threads/thread.ts'
import { TableFault } from './table/table.ts'

export type { Limits }

interface Thread<Message> extends Pick<Started<Message>, 'file' | 'data' | 'limits' | 'hear' | 'fail'> {
  /** The work that can exceed a limit, and a suggestion for people. */
  work: 'read' | 'check'
  smaller: string
}

/** Starts a worker thread for work on an untrusted file. Its error is a TableFault if it took too much memory or time. */
export function startThread<Message>({ work, smaller, ...thread }: Thread<Message>) {
  return start<Message>({
    ...thread,
    work: `${work} a file`,
    exceeded: (limit) =>
      limit === 'time'
        ? new TableFault(`takes too long to ${work}. ${smaller}`, { code: 'took_too_long' })
        : new TableFault(`takes too much memory to ${work}. ${smaller}`, { code: 'took_too_much_memory' }),
  })
}

import { once } from 'node:events'

/** The process that has started this program, which reads one file. */
export interface Parent<ToProcess, FromProcess> {
  hear(listener: (message: ToProcess) => void): void
  say(message: FromProcess): void
}

/** @returns the data of `startProcess`, and the connection to it */
export async function connectParent<Data, ToProcess, FromProcess>(): Promise<{
  data: Data
  parent: Parent<ToProcess, FromProcess>
}> {
  const send = process.send?.bind(process)
  if (!send) throw new Error('This program is started by the service, to read a file')
  // The parent process has ended, or has what it wanted.
  process.on('disconnect', () => process.exit())
  const told = once(process, 'message')
  send('ready')
  const [{ data }] = await told
  return {
    data,
    parent: {
      hear: (listener) => void process.on('message', listener),
      say: (message) => void send(message),
    },
  }
}

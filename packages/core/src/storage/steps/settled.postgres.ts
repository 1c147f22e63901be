import type { Connection } from '../connection.ts'

export async function isSettled({ settled }: Pick<Connection, 'settled'>, time: string): Promise<boolean> {
  return (await settled()) > time
}

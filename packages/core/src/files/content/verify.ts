import { Readable } from 'node:stream'
import { AppError } from '../../errors.ts'
import { openContents, type StoreOptions } from './open.ts'

const PROBE = Buffer.from('Handrail checks that files can be stored here')

/**
 * Writes, reads, lists and removes a small content.
 * @throws AppError `unavailable` with a sentence for the operator
 */
export async function verifyContents(options: StoreOptions): Promise<void> {
  const contents = await openContents(options)
  try {
    const name = await contents.write(Readable.from([PROBE]))
    const read = Buffer.concat(await (await contents.read(name)).toArray())
    for await (const _names of contents.keptBefore(new Date(0).toISOString())) break
    await contents.remove(name)
    if (!read.equals(PROBE)) throw new AppError('unavailable', 'The file store returns other content than was written')
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : undefined
    throw cause instanceof Error ? new AppError('unavailable', cause.message, { cause }) : error
  } finally {
    await contents.close()
  }
}

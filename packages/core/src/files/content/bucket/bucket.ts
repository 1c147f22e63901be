import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { AppError, notFound } from '../../../errors.ts'
import { type ContentStore, isName, newName } from '../content-store.ts'
import { asDiskError } from '../disk-errors.ts'
import type { BucketAddress } from './address.ts'
import { openClient, signedOver } from './client.ts'
import { bufferContent, type HeldContent } from './held.ts'
import { isPassing, nameOf, unusable } from './refusals.ts'

/** Number of attempts and delay after the first failure: the library does not retry streams. */
const ATTEMPTS = 3
const PAUSE_MS = 200
const ABSENT = ['NoSuchKey', 'NotFound']

/** A content store in a bucket, for several processes on several machines. */
export function openBucket(address: BucketAddress): ContentStore {
  const client = openClient(address)
  const { bucket: Bucket, prefix } = address
  const objectOf = (name: string) => ({ Bucket, Key: `${prefix}${name}` })

  /** @throws AppError with what whoever runs the service is told as its cause */
  async function asked<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      throw ABSENT.includes(nameOf(error)) ? notFound() : unusable(error, address)
    })
  }

  return {
    async write(content, name = newName()) {
      const held = await bufferContent(content).catch((error) => {
        throw asDiskError(error)
      })
      try {
        await asked(sent(client, objectOf(name), held))
        return name
      } catch (error) {
        // The object may exist although the response was lost. If this fails too, the sweep deletes it.
        await client.send(new DeleteObjectCommand(objectOf(name))).catch(() => undefined)
        throw error
      } finally {
        await held.close()
      }
    },
    async read(name, range) {
      if (!isName(name)) throw notFound()
      const Range = range && `bytes=${range.first}-${range.last}`
      const work = client.send(new GetObjectCommand({ ...objectOf(name), ...(Range && { Range }) }))
      const { Body } = await asked(work)
      if (!(Body instanceof Readable))
        throw new AppError('internal_error', 'The bucket returned an object without content')
      return Body
    },
    async sizeOf(name) {
      if (!isName(name)) return undefined
      try {
        return (await asked(client.send(new HeadObjectCommand(objectOf(name))))).ContentLength
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return undefined
        throw error
      }
    },
    async remove(name) {
      if (isName(name)) await asked(client.send(new DeleteObjectCommand(objectOf(name))))
    },
    async *keptBefore(time) {
      let next: string | undefined
      do {
        const request = { Bucket, Prefix: prefix, ...(next && { ContinuationToken: next }) }
        const { Contents = [], NextContinuationToken } = await asked(client.send(new ListObjectsV2Command(request)))
        next = NextContinuationToken
        const old = Contents.filter(({ LastModified }) => LastModified && LastModified.getTime() < Date.parse(time))
        const names = old.map(({ Key = '' }) => Key.slice(prefix.length)).filter(isName)
        if (names.length > 0) yield names
      } while (next !== undefined)
    },
    /** An object appears as a whole: there are no partial uploads. */
    async giveUpBefore() {},
    async close() {
      client.destroy()
    },
  }
}

async function sent(client: S3Client, object: { Bucket: string; Key: string }, held: HeldContent): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const Body = held.read()
    try {
      await client.send(signedOver(new PutObjectCommand({ ...object, Body, ContentLength: held.bytes }), held.sha256))
      return
    } catch (error) {
      if (attempt === ATTEMPTS || !isPassing(error)) throw error
      await pause(PAUSE_MS * 2 ** attempt)
    } finally {
      Body.destroy()
    }
  }
}

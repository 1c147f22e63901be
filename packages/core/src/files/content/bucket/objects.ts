import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { BucketAddress } from './address.ts'
import { openClient } from './client.ts'
import { unusable } from './refusals.ts'

/** Larger files are sent in parts of this size or more: a part is in memory, and there are 10,000 at most. */
const PART_BYTES = 16 * 1024 ** 2
const MAX_PARTS = 9000

/** Named objects below the prefix of a bucket. An object appears when it is complete. */
export interface Objects {
  /** The objects whose names begin so, each name up to its first slash once. */
  list(begin: string): Promise<{ name: string; bytes: number }[]>
  put(name: string, file: string): Promise<void>
  read(name: string): Promise<Readable>
  /** Removes an object, and all below it where the name ends in a slash. */
  remove(name: string): Promise<void>
  close(): void
}

/** @throws AppError `unavailable`, whose cause tells the operator why, from each function */
export function openObjects(address: BucketAddress): Objects {
  const client = openClient(address)
  const { bucket: Bucket, prefix } = address
  const objectOf = (name: string) => ({ Bucket, Key: `${prefix}${name}` })

  async function asked<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      throw unusable(error, address)
    })
  }

  async function listed(begin: string, Delimiter?: string) {
    const found: { name: string; bytes: number }[] = []
    let next: string | undefined
    do {
      const request = { Bucket, Prefix: `${prefix}${begin}`, Delimiter, ContinuationToken: next }
      const page = await asked(client.send(new ListObjectsV2Command(request)))
      for (const { Key = '', Size = 0 } of page.Contents ?? [])
        found.push({ name: Key.slice(prefix.length), bytes: Size })
      for (const { Prefix = '' } of page.CommonPrefixes ?? [])
        found.push({ name: Prefix.slice(prefix.length), bytes: 0 })
      next = page.NextContinuationToken
    } while (next !== undefined)
    return found
  }

  async function putInParts(name: string, file: FileHandle, bytes: number): Promise<void> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(objectOf(name)))
    const upload = { ...objectOf(name), UploadId }
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = []
      const size = Math.max(PART_BYTES, Math.ceil(bytes / MAX_PARTS))
      for (let start = 0; start < bytes; start += size) {
        const PartNumber = Parts.length + 1
        const Body = await partOf(file, start, Math.min(size, bytes - start))
        const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
        Parts.push({ PartNumber, ETag })
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
      throw error
    }
  }

  return {
    list: (begin) => listed(begin, '/'),
    async put(name, path) {
      const file = await open(path, 'r')
      try {
        const { size } = await file.stat()
        if (size > PART_BYTES) return await asked(putInParts(name, file, size))
        const Body = await partOf(file, 0, size)
        await asked(client.send(new PutObjectCommand({ ...objectOf(name), Body })))
      } finally {
        await file.close()
      }
    },
    async read(name) {
      const { Body } = await asked(client.send(new GetObjectCommand(objectOf(name))))
      return Body instanceof Readable ? Body : Readable.from([])
    },
    async remove(name) {
      const names = name.endsWith('/') ? (await listed(name)).map((found) => found.name) : [name]
      for (const one of names) await asked(client.send(new DeleteObjectCommand(objectOf(one))))
    },
    close: () => client.destroy(),
  }
}

async function partOf(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new Error('The file became shorter while it was read')
    filled += bytesRead
  }
  return buffer
}

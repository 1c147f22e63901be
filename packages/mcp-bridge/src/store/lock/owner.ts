import { createHash } from 'node:crypto'
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { errorCode } from '../../errors/system-code.ts'

/** A process, and the place in which its number means something. */
export interface Owner {
  place: string
  process: number
}

export async function thisProcess(): Promise<Owner> {
  return { place: await place(), process: process.pid }
}

/** Whether a process is certainly gone. Of other machines, containers and earlier boots nothing is known: false. */
export function isGone(owner: Owner, here: Owner): boolean {
  if (owner.place !== here.place) return false
  try {
    process.kill(owner.process, 0)
    return false
  } catch (error) {
    return errorCode(error) === 'ESRCH'
  }
}

/** Machine, boot and container: process numbers are those of a namespace. */
async function place(): Promise<string> {
  const parts = [hostname(), process.platform]
  if (process.platform === 'linux')
    parts.push(
      await partOf(readFile('/proc/sys/kernel/random/boot_id', 'utf8')),
      await partOf(readlink('/proc/self/ns/pid')),
    )
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}

/** Where the system hides it, this process's number takes its place: then nobody's is comparable. */
async function partOf(reading: Promise<string>): Promise<string> {
  try {
    return await reading
  } catch (error) {
    if (errorCode(error) === '') throw error
    return String(process.pid)
  }
}

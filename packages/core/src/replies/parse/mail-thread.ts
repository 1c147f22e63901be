// Parses a mail in a worker thread, which can run out of memory or time without affecting the process.
import { parentPort, workerData } from 'node:worker_threads'
import { type FromMailThread, MailFault } from './mail.ts'
import { readMail } from './read-mail.ts'

if (!parentPort) throw new Error('This module runs only as a worker thread')
const { answer, buffers } = await read(workerData)
parentPort.postMessage(answer, buffers)

async function read(bytes: Uint8Array): Promise<{ answer: FromMailThread; buffers: ArrayBuffer[] }> {
  try {
    const mail = await readMail(bytes)
    return { answer: { mail }, buffers: [...new Set(mail.files.map(({ content }) => content.buffer))] }
  } catch (error) {
    if (error instanceof MailFault) return { answer: { fault: error.message }, buffers: [] }
    throw error
  }
}

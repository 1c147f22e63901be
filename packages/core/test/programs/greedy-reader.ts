// Reads no file, and takes what a hostile one would make it take.
import { connectParent } from '../../src/foreign-files/process/parent.ts'

const { data: what, parent } = await connectParent<string, never, string>()
parent.say('begun')

if (what === 'one list that grows') {
  const list: string[] = []
  for (;;) list.push('')
}
if (what === 'buffers outside of the heap') {
  const kept: Buffer[] = []
  for (;;) kept.push(Buffer.alloc(16 * 1024 ** 2, 1))
}
if (what === 'a calculation without end') for (;;);
if (what === 'an error that nobody expects') throw new Error('unforeseen')
// Otherwise it waits for messages.

import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Failure } from '../../failure.ts'

/** The exit code of a program that Ctrl-C has ended. */
const INTERRUPTED = 130

/**
 * Reads a new password: asked for twice and unseen on a terminal, otherwise the first line of standard input. It is no
 * flag, because other users of the machine see command lines.
 * @returns undefined when none is given
 */
export async function readNewPassword(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return firstLine(await text(process.stdin)) || undefined
  const password = await ask('Password (leave empty to get a link instead): ')
  if (password === '') return undefined
  if ((await ask('Repeat the password: ')) !== password) throw new Failure('The passwords do not match')
  return password
}

/** Reads a secret that exists: unseen on a terminal, otherwise the first line of standard input. */
export async function readSecretLine(question: string): Promise<string> {
  return process.stdin.isTTY ? ask(question) : firstLine(await text(process.stdin))
}

function firstLine(input: string): string {
  return input.split(/\r?\n/)[0] ?? ''
}

async function ask(question: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: unseen, terminal: true })
  process.stderr.write(question)
  // Ctrl-C and Ctrl-D close the prompt, and neither is an answer.
  prompt.on('SIGINT', () => prompt.close())
  const closed = once(prompt, 'close').then(() => undefined)
  const answer = await Promise.race([prompt.question('').catch(() => undefined), closed])
  prompt.close()
  process.stderr.write('\n')
  if (answer === undefined) throw new Failure('Stopped', INTERRUPTED)
  return answer
}

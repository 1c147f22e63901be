import { spawn } from 'node:child_process'
import process from 'node:process'
import { conditions } from '../../../../test/built.ts'

/** Starts a program that prints `ready` before it begins, and `done` at the end. */
export function startProgram(program: string, ...args: string[]) {
  const child = spawn(process.execPath, [...conditions('packages/core'), program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [ready, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  child.stdout.on('data', (chunk) => {
    if (String(chunk).includes('ready')) ready.resolve()
    if (String(chunk).includes('done')) done.resolve()
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return { child, ready: ready.promise, done: done.promise, ended }
}

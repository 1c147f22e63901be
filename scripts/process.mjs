import { spawn } from 'node:child_process'

/** A fault whose message says all that the reader needs. It is printed without a stack. */
export class Failure extends Error {}

/**
 * Runs a program to its end. With `quiet`, its output is collected and returned instead of shown.
 * Never rejects for a program that fails: the caller decides what a code other than 0 means.
 */
export function run(command, args, { quiet = false, ...options } = {}) {
  return new Promise((resolve) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']
    const child = spawn(command, args, { stdio, ...options })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk))
    const end = (code, extra = '') => resolve({ code, output: Buffer.concat(chunks).toString() + extra })
    child.on('error', (error) => end(127, error.message))
    child.on('close', (code, signal) => end(code ?? 1, signal ? `ended by ${signal}\n` : ''))
  })
}

export function say(message) {
  process.stdout.write(`${message}\n`)
}

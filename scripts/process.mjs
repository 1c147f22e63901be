import { spawn } from 'node:child_process'

/** A fault whose message says all that the reader needs. It is printed without a stack. */
export class Failure extends Error {}

/**
 * Runs a program to its end. With `quiet`, its output is collected and returned instead of shown, and `onOutput` is called with each
 * part of it. Never rejects for a program that fails: the caller decides what a code other than 0 means.
 */
export function run(command, args, { quiet = false, onOutput, ...options } = {}) {
  return new Promise((resolve) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']
    const child = spawn(command, args, { stdio, ...options })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        chunks.push(chunk)
        onOutput?.(chunk.toString())
      })
    }
    const end = (code, extra = '') => resolve({ code, output: Buffer.concat(chunks).toString() + extra })
    child.on('error', (error) => end(127, error.message))
    child.on('close', (code, signal) => end(code ?? 1, signal ? `ended by ${signal}\n` : ''))
  })
}

const PROGRESS_MS = 1000

/**
 * Shows that something is under way, each second from the first one on: its seconds with a detail in a terminal, a dot elsewhere.
 * Nothing is shown of what takes less.
 */
export function showProgress(title) {
  const began = Date.now()
  const inTerminal = process.stdout.isTTY === true
  let detail = ''
  let shown = false
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - began) / 1000)
    if (inTerminal) process.stdout.write(`\r\x1b[K${title} ... ${seconds} s${detail && `, ${detail}`}`)
    else process.stdout.write(shown ? '.' : `${title} ...`)
    shown = true
  }, PROGRESS_MS)
  return {
    set detail(text) {
      detail = text
    },
    end() {
      clearInterval(timer)
      if (shown) process.stdout.write(inTerminal ? '\r\x1b[K' : '\n')
    },
  }
}

export function say(message) {
  process.stdout.write(`${message}\n`)
}

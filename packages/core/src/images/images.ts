import { hash } from 'node:crypto'
import { AppError, validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { UNRECORDED } from '../foreign-files/readings.ts'
import { createTurns } from '../turns/turns.ts'
import type { Done, Problem, Work } from './process/messages.ts'
import { createImageProcess, type ImageProcess } from './process/start.ts'

/** More than any screen shows; the unpacked pixels of all frames are in memory. */
export const MAX_PIXELS = 50_000_000
/** Maximum number of concurrent images of all processes that share the machine: each takes a process and memory. */
const AT_ONCE = 2
const MAX_SECONDS = 10

/** A re-encoded image, without any other data of its file. */
interface Written {
  content: Buffer
  width: number
  height: number
}

/** The processing of untrusted images in separate processes, one per workspace at a time. */
export interface Images {
  /**
   * Re-encodes an image in its own format, upright, with no side longer than `longest`, without location, camera and
   * comments.
   * @throws AppError `validation_error` on `content` when it cannot be decoded, or takes too much; its cause says
   *   which
   */
  rewrite(workspace_id: string, content: Buffer, longest: number): Promise<Written>
  /** Draws an image or an SVG as a PNG that fits into a box. @throws the same errors as `rewrite` */
  draw(workspace_id: string, content: Buffer, box: { width: number; height: number }): Promise<Buffer>
  /** Ends the processes: running work fails. */
  close(): void
}

/**
 * @param options `seconds` of processor time per image, the `processes` that share the machine, and `readings`, where
 *   images are recorded before they are read
 */
export function createImages({ seconds = MAX_SECONDS, processes = 1, readings = UNRECORDED } = {}): Images {
  const atOnce = Math.max(1, Math.floor(AT_ONCE / processes))
  const turns = createTurns(atOnce)
  const free: ImageProcess[] = Array.from({ length: atOnce }, createImageProcess)
  const all = [...free]
  let closed = false

  function ask(workspace_id: string, work: Work): Promise<Written> {
    return turns.take(workspace_id, async () => {
      requireOpen()
      const reading = await readings.begin({ workspace_id, content_hash: hash('sha256', work.content) })
      if (!reading) throw Object.assign(refusedBefore(), { cause: 'took_too_much' satisfies Problem })
      // One process per concurrent turn.
      const own = free.pop() ?? createImageProcess()
      try {
        const { done, problem } = await own.ask({ ...work, seconds })
        if (problem === undefined) return toWrittenImage(done)
        // Its process was ended by the stop.
        requireOpen()
        if (problem === 'took_too_much') reading.die()
        throw Object.assign(PROBLEMS[problem](), { cause: problem })
      } finally {
        free.push(own)
        await reading.end()
      }
    })
  }

  function requireOpen(): void {
    if (closed) throw new AppError('unavailable', 'The service is stopping')
  }

  return {
    rewrite: (workspace_id, content, longest) => ask(workspace_id, { what: 'rewrite', content, longest }),
    draw: async (workspace_id, content, box) => (await ask(workspace_id, { what: 'draw', content, ...box })).content,
    close() {
      closed = true
      for (const one of all) one.close()
    },
  }
}

function toWrittenImage({ content, ...size }: Done): Written {
  return { ...size, content: Buffer.from(content.buffer, content.byteOffset, content.byteLength) }
}

const refused = (code: 'invalid' | 'too_large', why: string) => () =>
  validationError({ content: fieldError(code, why) })

const refusedBefore = refused(
  'too_large',
  'took too much time or memory to process before, so it is not processed again. Make it smaller, or save it in another format',
)

const PROBLEMS: Record<Problem, () => AppError> = {
  unreadable: refused('invalid', 'is not an image that can be read'),
  too_many_pixels: refused('too_large', `has more than ${MAX_PIXELS / 1_000_000} million pixels`),
  took_too_much: refused('too_large', 'takes too much time or memory to process. Make it smaller, or save it again'),
  unavailable: () =>
    new AppError('unavailable', 'The service cannot process images on this machine. Contact the operator'),
}

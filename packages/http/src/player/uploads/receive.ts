import multipart, { type MultipartFile } from '@fastify/multipart'
import { AppError, operations } from '@handrail/core'
import type { UploadLimits } from '@handrail/core/internal'
import { uploadLimits } from '@handrail/core/internal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { StepVisit } from '../steps/step-page.ts'
import { isFinal, type UploadOutcome } from './outcome.ts'

/** For the rest of a form: what stands between its files, and their names. */
const SLACK_BYTES = 1024 * 1024

/** The announcement of a file. */
interface Announced {
  id?: string
  announced_bytes?: number
}

/** Accepts forms with files as bodies, which the handler streams. */
export async function takeUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    // The operation checks sizes against the limits of the step.
    limits: { fileSize: Number.MAX_SAFE_INTEGER, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 },
  })
}

export function isUpload(request: FastifyRequest): boolean {
  return request.isMultipart()
}

/**
 * Streams the files of a form into the step that it was sent to, one after the other: each has its own outcome.
 * @throws AppError `payload_too_large` where it says beforehand that it is more than the step can take
 */
export async function receiveFiles(visit: StepVisit): Promise<UploadOutcome[]> {
  const { request, placed } = visit
  const limits = uploadLimits(placed.step)
  requirePlausible(request, limits)
  const outcomes: UploadOutcome[] = []
  const about: Announced = {}
  for await (const part of partsOf(request, limits)) {
    if (part.type === 'field') {
      // Of the script, which sends files one by one, and says before each what it is: a file that it sends again is one.
      if (part.fieldname === 'bytes' && /^\d{1,15}$/.test(String(part.value)))
        about.announced_bytes = Number(part.value)
      if (part.fieldname === 'id') about.id = String(part.value)
      continue
    }
    // Browsers send this if no file was chosen.
    if (part.filename) outcomes.push(await receiveOne(visit, part, about))
    // The rest of a refused file still arrives, before the next one.
    part.file.resume()
    // The answer goes out, and what is left of it is not waited for (server/limits/unread.ts).
    if ((about.announced_bytes ?? 0) > limits.max_bytes) break
  }
  return outcomes
}

/** @throws AppError `payload_too_large` */
function requirePlausible({ headers }: FastifyRequest, { max_files, max_bytes }: UploadLimits): void {
  const announced = Number(headers['content-length'] ?? 0)
  if (announced > max_files * max_bytes + SLACK_BYTES)
    throw new AppError('payload_too_large', 'The upload is larger than this step accepts')
}

/** @throws AppError `invalid_request` for what is no form, or ends in the middle */
async function* partsOf(request: FastifyRequest, { max_files }: UploadLimits) {
  try {
    yield* request.parts({ limits: { files: max_files + 1, parts: 2 * max_files + 10 } })
  } catch (cause) {
    throw new AppError('invalid_request', 'The form cannot be read. Send it again', { cause })
  }
}

async function receiveOne(
  { contact, placed }: StepVisit,
  { filename: name, file }: MultipartFile,
  about: Announced,
): Promise<UploadOutcome> {
  // A stream that is destroyed in the middle would end the whole form.
  const content = file.iterator({ destroyOnReturn: false })
  try {
    const { data } = await contact.invoke(operations.uploadFile, { step_id: placed.step.id, name, content, ...about })
    return { name: data.name, kept: data }
  } catch (error) {
    if (error instanceof AppError && isFinal(error)) return { name, refused: error }
    throw error
  }
}

import { Readable } from 'node:stream'
import { AppError, operations } from '@handrail/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { queryOf } from '../../pages/visit/handler.ts'
import { privately } from '../answer.ts'
import { acceptsJson } from '../form/accepts-json.ts'
import { forStep } from '../steps/for-step.ts'
import type { StepVisit } from '../steps/step-page.ts'
import type { PlayerHandler } from '../visit.ts'
import { dataOf, isFinal } from './outcome.ts'
import { PIECE_TYPE } from './piece-type.ts'

/** The version of tus, the protocol for uploads that can be resumed: its core, creation and termination. */
const VERSION = '1.0.0'

type Upload = z.output<typeof operations.getUpload.output>['data']

export const beginUpload = inVersion(create)
export const sendOffset = inVersion(offset)
export const sendDigest = inVersion(digest)
export const continueUpload = inVersion(append)
export const dropUpload = inVersion(terminate)

function inVersion(handle: (visit: StepVisit) => Promise<FastifyReply>): PlayerHandler {
  return forStep(
    async (visit) => {
      requireVersion(visit)
      return handle(visit)
    },
    { showsPages: false },
  )
}

/** @throws AppError `precondition_failed` for other versions */
function requireVersion({ request, reply }: StepVisit): void {
  reply.header('tus-resumable', VERSION)
  const requestedVersion = request.headers['tus-resumable'] ?? VERSION
  if (requestedVersion === VERSION) return
  reply.header('tus-version', VERSION)
  throw new AppError('precondition_failed', `The supported version of tus is ${VERSION}`)
}

async function create(visit: StepVisit): Promise<FastifyReply> {
  const { contact, request, reply, home, placed } = visit
  const { id = '', filename = '' } = metadataOf(request)
  const announced = { step_id: placed.step.id, id, name: filename, bytes: numberIn(request, 'upload-length') }
  return answering(visit, filename, async () => {
    const { data } = await contact.invoke(operations.beginUpload, announced)
    const location = `${home}/steps/${placed.step.id}/uploads/${data.id}`
    return withOffset(reply.code(201).header('location', location), data).send()
  })
}

async function offset({ contact, request, reply, placed }: StepVisit): Promise<FastifyReply> {
  const { data } = await contact.invoke(operations.getUpload, { step_id: placed.step.id, id: uploadIn(request) })
  return withOffset(reply, data).header('upload-length', data.bytes).send()
}

/** Beyond tus: what the script compares with a file before it continues an upload of an earlier visit. */
async function digest({ contact, request, reply, placed }: StepVisit): Promise<FastifyReply> {
  const range = {
    offset: numberOf('parameter offset', queryOf(request, 'offset')),
    bytes: numberOf('parameter bytes', queryOf(request, 'bytes')),
  }
  const { data } = await contact.invoke(operations.getUploadDigest, {
    step_id: placed.step.id,
    id: uploadIn(request),
    ...range,
  })
  return privately(reply).send(data)
}

async function append(visit: StepVisit): Promise<FastifyReply> {
  const { contact, request, reply, placed } = visit
  const { body } = request
  if (!(body instanceof Readable)) throw new AppError('unsupported_media_type', `Send each piece as ${PIECE_TYPE}`)
  const place = { step_id: placed.step.id, id: uploadIn(request) }
  const offset = numberIn(request, 'upload-offset')
  return answering(visit, '', async () => {
    // Keeps the connection open, so that a client that sends too much gets a response.
    const content = body.iterator({ destroyOnReturn: false })
    const { data } = await contact.invoke(operations.continueUpload, { ...place, offset, content })
    withOffset(reply, data)
    if (!data.file || !acceptsJson(request)) return reply.code(204).send()
    return reply.send({ files: [dataOf(visit, { name: data.file.name, kept: data.file })] })
  })
}

async function terminate({ contact, request, reply, placed }: StepVisit): Promise<FastifyReply> {
  await contact.invoke(operations.dropUpload, { step_id: placed.step.id, id: uploadIn(request) })
  return privately(reply).code(204).send()
}

/** Reports refusals to the script in the reader's language; at a wrong offset, the client asks for the current one. */
async function answering(visit: StepVisit, name: string, answer: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'conflict') return privately(visit.reply).code(409).send()
    if (!isFinal(error)) throw error
    return privately(visit.reply)
      .code(error.status)
      .send({ files: [dataOf(visit, { name, refused: error })] })
  }
}

function withOffset(reply: FastifyReply, { received }: Upload): FastifyReply {
  return privately(reply).header('upload-offset', received)
}

function uploadIn({ params }: FastifyRequest): string {
  // The routes have the parameter in their path.
  return (params as { upload_id: string }).upload_id
}

/** @throws AppError `invalid_request` */
function numberIn({ headers }: FastifyRequest, name: 'upload-length' | 'upload-offset'): number {
  return numberOf(`header ${name}`, String(headers[name] ?? ''))
}

/** @throws AppError `invalid_request` */
function numberOf(name: string, given = ''): number {
  if (!/^\d{1,15}$/.test(given)) throw new AppError('invalid_request', `The ${name} is not a number of bytes`)
  return Number(given)
}

/** Names with values in base64, as tus has them: `filename cGxhbi5wZGY=,id ...`. */
function metadataOf({ headers }: FastifyRequest): Record<string, string> {
  const pairs = String(headers['upload-metadata'] ?? '').split(',')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.trim().split(' ')
      return [name, Buffer.from(value, 'base64').toString('utf8')]
    }),
  )
}

import type { Socket } from 'node:net'
import type { AppError } from '@handrail/core'
import { errorBody, RETRY_SECONDS } from './errors.ts'
import { STATUS_CODES } from './node-http.ts'
import { requestIdOf } from './request-id.ts'

/** Answers a connection on which no request was read, and closes it. @returns the id of the answer */
export function answerAndClose(socket: Socket, status: number, error: AppError): string {
  const request_id = requestIdOf({ headers: {} })
  const body = errorBody(error, request_id)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${request_id}`,
    'Cache-Control: no-store',
    ...(status === 429 ? [`Retry-After: ${RETRY_SECONDS}`] : []),
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
  return request_id
}

import type { Attempt } from '../../src/webhooks/sending/send.ts'

const answered = {
  explanation: undefined,
  response_headers: {},
  response_body: '',
  retryAfter: undefined,
  began: performance.now(),
  duration_ms: 1,
  address: '127.0.0.1',
}

/** Attempts as a sender reports them. */
export const SUCCESS: Attempt = { ...answered, error: undefined, response_status: 204 }
export const FAILURE: Attempt = {
  ...answered,
  error: 'http_status',
  explanation: 'It answered 500',
  response_status: 500,
}

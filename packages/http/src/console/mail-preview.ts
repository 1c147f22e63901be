import type { FastifyInstance } from 'fastify'

/**
 * The empty page of a frame in which the console shows a mail: its policy allows the inline styles of mail, which that of the
 * console forbids, and neither scripts nor connections.
 */
export async function serveMailPreview(app: FastifyInstance): Promise<void> {
  app.get('/console/mail-preview', async (_request, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'private, max-age=3600')
      .type('text/html; charset=utf-8')
      .send('<!doctype html><html lang="en"><head><title>Preview</title></head><body></body></html>'),
  )
}

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join('; ')

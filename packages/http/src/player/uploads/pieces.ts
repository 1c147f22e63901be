import type { FastifyInstance } from 'fastify'
import { type LoadPlayer, onPlayer } from '../load.ts'
import { PIECE_TYPE } from './piece-type.ts'

const UPLOADS = '/g/:token/steps/:step_id/uploads'
const UPLOAD = `${UPLOADS}/:upload_id`

/** Serves uploads in pieces: a lost connection loses only the data in transit. */
export function takePieces(app: FastifyInstance, loadPlayer: LoadPlayer): void {
  // The operation reads it, as it arrives.
  app.addContentTypeParser(PIECE_TYPE, (_request, payload, done) => done(null, payload))
  const routes = [
    { method: 'POST', url: UPLOADS, load: async () => (await import('./resumable.ts')).beginUpload },
    { method: 'HEAD', url: UPLOAD, load: async () => (await import('./resumable.ts')).sendOffset },
    { method: 'GET', url: `${UPLOAD}/digest`, load: async () => (await import('./resumable.ts')).sendDigest },
    { method: 'PATCH', url: UPLOAD, load: async () => (await import('./resumable.ts')).continueUpload },
    { method: 'DELETE', url: UPLOAD, load: async () => (await import('./resumable.ts')).dropUpload },
  ]
  for (const { method, url, load } of routes)
    app.route({ method, url, config: { takesFiles: true }, handler: onPlayer(loadPlayer, load) })
}

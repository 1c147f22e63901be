import { operations } from '@handrail/core'
import { notFound } from '@handrail/core/internal'
import type { FastifyReply } from 'fastify'
import { visitorOf } from '../../access/client-address.ts'
import { inLook } from '../style/look.ts'
import type { Visit } from '../visit.ts'
import { brandStyle } from './colours.ts'

/** Their addresses are made of what they contain, so browsers may keep them for ever. */
function forever(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'public, max-age=31536000, immutable')
}

export async function sendColours({ request, reply }: Visit): Promise<FastifyReply> {
  const [, colour, look] = /^([0-9a-f]{6})(?:-(light|dark))?\.css$/.exec(parametersOf(request).file ?? '') ?? []
  if (colour === undefined) throw notFound()
  const style = brandStyle(`#${colour}`)
  return forever(reply)
    .type('text/css; charset=utf-8')
    .send(look === 'light' || look === 'dark' ? inLook(style, look) : style)
}

export async function sendLogo({ player: { handrail }, request, reply }: Visit): Promise<FastifyReply> {
  const { workspace_id = '', file = '' } = parametersOf(request)
  const visitor = visitorOf(handrail, request)
  const { media_type, content } = (await visitor.invoke(operations.getLogo, { workspace_id, name: file })).data
  return (
    forever(reply)
      .type(media_type)
      // An image of its own window could otherwise do what a page can.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(Buffer.from(content, 'base64'))
  )
}

function parametersOf({ params }: Visit['request']): Record<string, string | undefined> {
  // Of the routes of plugin.ts.
  return params as Record<string, string | undefined>
}

import type { Handrail } from '@handrail/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loadOnce } from '../server/load-once.ts'
import type { Player, PlayerHandler } from './visit.ts'

/** The player, which is loaded when it is first wanted: a service that only programs call never needs it. */
export type LoadPlayer = () => Promise<Player>

export function playerLoader(handrail: Handrail): LoadPlayer {
  return loadOnce(async () => (await import('./player.ts')).createPlayer(handrail))
}

/** A route of the player, which is loaded with its first request. */
export function onPlayer(loadPlayer: LoadPlayer, load: () => Promise<PlayerHandler>) {
  const loadHandler = loadOnce(load)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [player, handle] = await Promise.all([loadPlayer(), loadHandler()])
    return handle({ player, request, reply })
  }
}

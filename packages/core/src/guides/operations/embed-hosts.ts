import { z } from 'zod'
import { operation } from '../../operation/operation.ts'

export const listEmbedHosts = operation({
  name: 'list_embed_hosts',
  summary: 'List the hosts whose pages guides can show in a frame, subdomains included',
  description: 'An embed step with another address becomes a link.',
  access: 'guides:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(z.string()) }),
  run: async ({ settings }) => ({ data: [...settings.embedHosts] }),
})

import { z } from 'zod'
import { LANGUAGES } from '../../contract/languages.ts'
import { existing } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { ENTITLEMENTS } from '../contract.ts'
import { findWorkspace } from '../store.ts'
import { Workspace } from '../workspace.ts'

const TokenWorkspace = Workspace.extend({
  time_zone: z.string().describe('Such as Europe/Berlin: due dates and targets are days in it'),
  default_language: z.enum(LANGUAGES).describe('Language of contacts without a language of their own'),
  languages: z.array(z.enum(LANGUAGES)).describe('The languages that contacts can have'),
  entitlements: z.array(z.enum(ENTITLEMENTS)).describe('The features that its plan includes'),
}).meta({ id: 'TokenWorkspace', reference: 'The workspace of the token of the request.' })

export const getOwnWorkspace = operation({
  name: 'get_own_workspace',
  summary: 'Get the workspace of the token: its name, time zone, language and plan',
  description: 'Any token can call it. The dates of enrollments and steps are days in its time zone.',
  access: 'token:read',
  does: ['reads'],
  route: 'GET /workspace',
  status: 200,
  input: z.strictObject({}),
  output: recordOf(TokenWorkspace),
  etag: TokenWorkspace,
  run: ({ caller: { workspace_id, plan }, store: { read } }) =>
    read(async (reader) => {
      const workspace = existing(await findWorkspace(reader, workspace_id))
      return { data: { ...workspace, languages: [...LANGUAGES], entitlements: [...plan.entitlements] } }
    }),
})

import { resource } from '../resource.ts'
import { apiKeysContract, ownTokenContract } from './contract.ts'

export const apiKeys = resource(apiKeysContract, {
  tables: {
    api_keys: { of: 'workspace', unarchived: { from: 'all', because: 'it is a credential' } },
  },
})

/** The token of a request, of a key or an application. */
export const ownToken = resource(ownTokenContract, {
  section: { name: 'Current token', description: 'The token that authenticates a request.' },
})

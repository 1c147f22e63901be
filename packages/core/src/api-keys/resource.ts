import { resource } from '../resource.ts'
import { apiKeysContract, ownTokenContract } from './contract.ts'

export const apiKeys = resource(apiKeysContract, {
  tables: {
    api_keys: { of: 'workspace', unarchived: { from: 'all', because: 'it is a credential' } },
  },
})

/** Whatever token a program shows, of a key or of an application. */
export const ownToken = resource(ownTokenContract, {
  section: { name: 'Current token', description: 'The token that authenticates a request.' },
})

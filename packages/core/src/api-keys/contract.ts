import { contract } from '../contract/contract.ts'

export const apiKeysContract = contract({
  name: 'api_keys',
  rights: { 'api_keys:manage': { holder: 'admin' } },
  reads: {
    listApiKeys: {},
  },
})

/** The token of a request, of a key or an application. */
export const ownTokenContract = contract({
  name: 'me',
  rights: { 'token:read': { holder: 'token' } },
})

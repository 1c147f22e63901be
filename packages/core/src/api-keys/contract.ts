import { contract } from '../contract/contract.ts'

export const apiKeysContract = contract({
  name: 'api_keys',
  rights: { 'api_keys:manage': { holder: 'admin' } },
  reads: {
    listApiKeys: {},
  },
})

/** Whatever token a program shows, of a key or of an application. */
export const ownTokenContract = contract({
  name: 'me',
  rights: { 'token:read': { holder: 'token' } },
})

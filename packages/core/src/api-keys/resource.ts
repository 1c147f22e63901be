import { resource } from '../resource.ts'

export const apiKeys = resource({
  name: 'api_keys',
  rights: { 'api_keys:manage': { holder: 'admin' } },
})

/** Whatever token a program shows, of a key or of an application. */
export const ownToken = resource({
  name: 'me',
  tag: { name: 'Own token', description: 'What the token of a request is.' },
  rights: { 'token:read': { holder: 'token' } },
})

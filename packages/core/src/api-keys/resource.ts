import { resource } from '../resource.ts'

export const apiKeys = resource({
  name: 'api_keys',
  rights: { 'api_keys:manage': { holder: 'admin' } },
})

import { resource } from '../resource.ts'

export const exports = resource({
  name: 'exports',
  rights: { 'exports:manage': { holder: 'admin' } },
})

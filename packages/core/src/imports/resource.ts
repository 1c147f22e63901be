import { resource } from '../resource.ts'

export const imports = resource({
  name: 'imports',
  rights: { 'imports:manage': { holder: 'admin' } },
})

import { resource } from '../resource.ts'

export const workspaces = resource({
  name: 'workspaces',
  rights: {
    'workspace:manage': { holder: 'owner' },
    'instance:manage': { holder: 'operator' },
  },
})

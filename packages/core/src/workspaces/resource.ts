import { resource } from '../resource.ts'

export const workspaces = resource({
  name: 'workspaces',
  rights: {
    'workspace:read': { holder: 'viewer' },
    'workspace:write': { holder: 'admin' },
    'workspace:manage': { holder: 'owner' },
    'instance:manage': { holder: 'operator' },
  },
})

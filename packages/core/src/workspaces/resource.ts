import { resource } from '../resource.ts'
import { workspacesContract } from './contract.ts'

export const workspaces = resource(workspacesContract, {
  tables: {
    workspaces: { of: 'instance', unarchived: { from: 'all', because: 'workspace.json is its record' } },
    logos: {
      of: 'workspace',
      unarchived: { from: 'all', because: 'it is public on the pages of guides, and replaced as a whole' },
    },
    audit_entries: { of: 'workspace', key: ['created_at', 'id'] },
  },
})

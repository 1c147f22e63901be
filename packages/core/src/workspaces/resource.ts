import { resource } from '../resource.ts'
import { ownWorkspaceContract, workspacesContract } from './contract.ts'

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

/** The workspace of a token. */
export const ownWorkspace = resource(ownWorkspaceContract, {
  section: { name: 'Workspace', description: 'The workspace of a token, with the time zone in which dates are meant.' },
  examples: {
    record: {
      id: '019aa0f4-7c00-7000-8000-000000000072',
      name: 'Acme',
      time_zone: 'Europe/Berlin',
      default_language: 'en',
      plan: 'self-hosted',
      created_at: '2026-11-20T12:00:00.000Z',
      updated_at: '2026-11-20T12:00:00.000Z',
    },
  },
})

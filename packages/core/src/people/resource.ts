import { resource } from '../resource.ts'
import { membersContract, peopleContract } from './contract.ts'

const ACCOUNT = { from: 'all', because: 'it belongs to an account, which can be in several workspaces' } as const

export const people = resource(peopleContract, {
  tables: {
    users: { of: 'instance', unarchived: ACCOUNT },
    memberships: { of: 'workspace', unarchived: { from: 'all', because: 'members.jsonl has them, with their names' } },
    invitations: { of: 'workspace', unarchived: { from: 'all', because: 'it is a credential' } },
    sessions: { of: 'instance', unarchived: ACCOUNT },
    tickets: { of: 'instance', unarchived: ACCOUNT },
    recovery_codes: { of: 'instance', unarchived: ACCOUNT },
  },
})

export const members = resource(membersContract, {
  section: {
    name: 'Members',
    description: 'The people who work in the workspace. Fields such as `assignee_id` take their IDs.',
  },
  examples: {
    record: {
      id: '019aa0f4-7c00-7000-8000-000000000071',
      name: 'Robin Baker',
      email: 'robin@acme.example',
      role: 'editor',
      created_at: '2026-11-20T12:00:00.000Z',
    },
  },
})

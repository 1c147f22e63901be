import { resource } from '../resource.ts'
import { peopleContract } from './contract.ts'

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

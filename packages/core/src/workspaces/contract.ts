import { contract } from '../contract/contract.ts'

export const ENTITLEMENTS = ['api-access', 'webhooks', 'file-uploads', 'ces'] as const
export type Entitlement = (typeof ENTITLEMENTS)[number]

/**
 * The limited resources. `storage_megabytes` includes uploads and imports; `imports` counts unfinished ones; `uploads`
 * and `exports` count those under way at the same time.
 */
export const LIMITED = [
  'contacts',
  'organisations',
  'enrollments',
  'webhook_endpoints',
  'storage_megabytes',
  'imports',
  'uploads',
  'exports',
] as const
export type Limited = (typeof LIMITED)[number]

/** Limited work that takes a slot while it is under way, counted in all processes. */
export type SlotKind = Extract<Limited, 'uploads' | 'exports'>

/** The workspace of a token, as programs see it. */
export const ownWorkspaceContract = contract({ name: 'workspace', rights: {} })

export const workspacesContract = contract({
  name: 'workspaces',
  rights: {
    'workspace:read': { holder: 'viewer' },
    'workspace:write': { holder: 'admin' },
    'workspace:manage': { holder: 'owner' },
    'instance:manage': { holder: 'operator' },
  },
  reads: {
    getWorkspace: { guides: 'any' },
    getPlan: {},
    listBackups: {},
  },
})

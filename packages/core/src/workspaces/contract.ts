import { contract } from '../contract/contract.ts'

export const ENTITLEMENTS = ['api-access', 'webhooks', 'file-uploads', 'ces'] as const
export type Entitlement = (typeof ENTITLEMENTS)[number]

/**
 * `storage_megabytes` are what is uploaded and imported; `imports` are those that nobody has ended; `uploads` and `exports`
 * those that are on their way at the same time.
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

export const workspacesContract = contract({
  name: 'workspaces',
  rights: {
    'workspace:read': { holder: 'viewer' },
    'workspace:write': { holder: 'admin' },
    'workspace:manage': { holder: 'owner' },
    'instance:manage': { holder: 'operator' },
  },
  reads: {
    getWorkspace: {},
    getPlan: {},
    listBackups: {},
  },
})

import { contract } from '../contract/contract.ts'

/** Applications that request access, and the connections that people have granted them. */
export const applicationsContract = contract({
  name: 'applications',
  rights: {
    'applications:manage': { holder: 'admin' },
    'connections:manage': { holder: 'viewer' },
  },
  reads: {
    listApplications: {},
    getApplication: {},
    listConnections: {},
  },
})

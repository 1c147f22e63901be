import { resource } from '../resource.ts'

/** Applications that ask for access, and the connections that people have granted them. */
export const applications = resource({
  name: 'applications',
  rights: {
    'applications:manage': { holder: 'admin' },
    'connections:manage': { holder: 'viewer' },
  },
})

import { resource } from '../resource.ts'

export const people = resource({
  name: 'people',
  rights: {
    'members:manage': { holder: 'admin' },
    /** Over the own account. */
    'account:manage': { holder: 'user' },
    /** To sign in, to follow a link, to set the instance up. */
    visit: { holder: 'visitor' },
  },
})

import { resource } from '../../resource.ts'
import { inboxContract } from './contract.ts'

/** The inbox of each member. */
export const inbox = resource(inboxContract, {
  tables: {
    inbox_items: {
      of: 'enrollment',
      unarchived: { from: 'all', because: 'it repeats what members have done, for one of them' },
    },
  },
})

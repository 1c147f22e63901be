import { resource } from '../resource.ts'
import { calendarsContract } from './contract.ts'

export const calendars = resource(calendarsContract, {
  tables: {
    member_calendars: { of: 'workspace', unarchived: { from: 'all', because: 'it is a credential' } },
    contact_calendars: { of: 'enrollment', unarchived: { from: 'all', because: 'it is a credential' } },
  },
})

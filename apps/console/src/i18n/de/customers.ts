import type { customers as enCustomers } from '../en/customers.ts'
import type { Same } from '../same.ts'

export const customers: Same<typeof enCustomers> = {
  by: 'Was eine Zeile ist',
  by_organisation: 'Nach Organisation',
  by_person: 'Nach Person',
  customer: 'Kunde',
  search: 'Kunde oder Person',
  participant: 'Beteiligte',
  anybody: 'Alle Beteiligten',
  every_status: 'Jeder Status',
  plans_one: '{{count}} Plan',
  plans_other: '{{count}} Pläne',
  show_plans: 'Pläne von {{name}}',
  worse_of_other: 'Der schlechteste von {{count}} Plänen',
  worse_of_one: 'Der schlechteste von {{count}} Plan',
  last_seen: 'Zuletzt aktiv',
  no_match: 'Kein Kunde passt zu diesen Filtern',
  none: 'Noch folgt kein Kunde einem Leitfaden',
}

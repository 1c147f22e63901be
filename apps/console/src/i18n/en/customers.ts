/** The page of customers. */
export const customers = {
  by: 'What a row is',
  by_organisation: 'By organisation',
  by_person: 'By person',
  customer: 'Customer',
  search: 'Customer or person',
  participant: 'Participant',
  anybody: 'All participants',
  every_status: 'Every status',
  plans_one: '{{count}} plan',
  plans_other: '{{count}} plans',
  show_plans: 'Plans of {{name}}',
  worse_of_other: 'The worst of {{count}} plans',
  worse_of_one: 'The worst of {{count}} plan',
  last_seen: 'Last active',
  no_match: 'No customer matches these filters',
  none: 'No customer follows a guide yet',
} as const

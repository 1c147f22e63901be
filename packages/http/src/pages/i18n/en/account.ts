import * as shared from '@handrail/core/pages/en'

export const account = {
  title: 'Account',
  ...shared.account,
  connections_lead: 'Assistants and programs that act for you.',
  see_connections: 'See connected applications',
}

export const second_factor = {
  ...shared.second_factor,
  back: 'Back to the account',
  saved: 'I have saved them',
}

export const connections = {
  ...shared.connections,
  lead: 'Applications that can act for you until you disconnect them. You connect new ones from <page>, or from the application itself.',
  page: 'the page for AI assistants',
}

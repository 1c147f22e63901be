export { assistants } from '@handrail/core/pages/en'

export const consent = {
  title: 'Connect {{name}}',
  heading: 'Connect {{name}}?',
  asks: 'It asks to act for you in one of your workspaces.',
  unverified: 'Unverified',
  own_name: '<unverified> This application chose its name itself. It asks to act for you in one of your workspaces.',
  own_name_described:
    '<unverified> This application chose its name itself and is described at <host>. It asks to act for you in one of your workspaces.',
  sent_to: 'You will be sent to <host>',
  on_device: 'an application on this device ({{scheme}})',
  mixed_scripts:
    'This name mixes letters of different alphabets that look alike, which is a way to imitate another application. Check the address.',
  own_computer:
    'This is a program on your own computer. Any program on it could send this request: continue only if you started the connection yourself.',
  allow: 'Allow',
  deny: 'Deny',
  back: 'Go back',
  signed_in_as: 'You are signed in as {{email}}. Not you?',
  switch: 'Switch account',
  disconnect: 'You can disconnect the application at any time, under Account.',
  permissions: 'Permissions',
  restrict: 'Restrict access',
  read_only: 'Read-only access, whatever is selected above',
  changes_data: 'changes data',
  drafts_hint: 'Nothing reaches customers before somebody publishes it.',
  reaches_customers: 'reaches customers',
  sends_data_out: 'sends data out',
  acts_as_customers: 'can act as customers',
  marked_hint:
    'Marked permissions reach customers, let the application act in their name, or have data sent to other addresses; no other permission in this list does. Select a marked one only if the application is to do that for you.',
  unmarked_hint:
    'No permission in this list reaches customers, lets the application act in their name, or has data sent to other addresses.',
  links_hint: 'With such a link, the application can answer, send files and approve in the name of the customer.',
  sends_hint: 'Reaches customers by mail or messages.',
  ends_hint: 'Can complete, close or delete what customers are doing.',
  publishes_hint: 'Changes which guides customers see.',
  forwards_hint:
    'Has data of the workspace sent to addresses that the application chooses, also data that it cannot read itself.',
  group_records: 'Contacts, enrollments and guides',
  group_guides: 'Writing guides',
  group_insights: 'Insights',
  group_messages: 'Messages',
  group_imports: 'Many at once',
  group_settings: 'Settings of the workspace',
  not_in_role: 'Your role does not include this.',
  in_workspace: 'In the workspace',
  no_api: 'The plan of this workspace does not include API access.',
  nothing_in_role: 'Your role includes none of the requested permissions.',
  missing: 'Your role does not include: {{scopes}}.',
}

export const refusal = {
  title: '{{name}} cannot be connected',
  text: '<unverified> This application chose its name itself and sent an invalid request. No access was granted.',
  leads_to: 'Going back leads to <host>.',
}

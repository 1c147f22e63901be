export const frame = {
  account: 'Your account',
  language: 'Language',
  more: 'More',
  navigation: 'Main',
  no_workspace: 'You are not a member of any workspace',
  no_workspace_text: 'Ask an admin of a workspace for an invitation.',
  out_of_touch: 'No live connection to the server. This page refreshes every 30 seconds.',
  not_member: 'You are not a member of this workspace',
  not_member_text: 'Ask an admin of this workspace for an invitation.',
  sign_out: 'Sign out',
  signed_in: 'You are signed in',
  signed_in_text: 'You can close this window.',
  switch: 'Switch',
  skip: 'Skip to the content',
  theme: 'Light or dark',
  theme_system: 'Same as the system',
  theme_light: 'Light',
  theme_dark: 'Dark',
} as const

export const nav = {
  overview: 'Overview',
  work: 'My work',
  work_short: 'My work',
  customers: 'Customers',
  enrollments: 'Enrollments',
  guides: 'Guides',
  contacts: 'Contacts',
  organisations: 'Organisations',
  analytics: 'Analytics',
  inbox: 'Inbox',
  inbox_short: 'Inbox',
  outbox: 'Outbox',
  settings: 'Settings',
} as const

export const problem = {
  crashed: 'This page could not be shown',
  crashed_text: 'Nothing is lost. Reload the page.',
  home: 'Go to the start page',
  missing: 'Page not found',
  missing_text: 'The link may be incomplete, or its target was deleted.',
  part_text: 'Nothing is lost. Check your connection, then try again. If that does not help, reload the page.',
  reload: 'Reload',
} as const

export const role = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Admin',
  owner: 'Owner',
  viewer_text: 'Sees everything, changes nothing.',
  editor_text: 'Writes and publishes guides, enrolls contacts and helps them.',
  admin_text: 'Everything that editors can do, plus managing contacts, members and integrations.',
} as const

export const status = {
  in_progress: 'On their way',
  invited: 'Invited',
  completed: 'Completed',
  expired: 'Expired',
  active: 'Active {{ago}}',
  completed_on: 'Completed {{day}}',
  expired_on: 'Expired {{day}}',
  invited_on: 'Invited {{day}}',
  stuck: 'Stuck',
  stuck_days_one: 'Stuck {{count}} day',
  stuck_days_other: 'Stuck {{count}} days',
} as const

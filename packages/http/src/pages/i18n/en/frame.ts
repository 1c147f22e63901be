/** Texts of many pages. `<name>` is a part of a sentence with its own markup, `{{name}}` is interpolated. */
export const frame = {
  account: 'Account',
  admin: 'Admin',
  assistants: 'Assistants',
  ask_admin: 'You are not a member of any workspace. Ask an admin for an invitation.',
  by_hand: 'Select the text and copy it',
  copied: 'Copied',
  copy: 'Copy <what>',
  the_codes: 'the codes',
  the_key: 'the key',
  editor: 'Editor',
  error: 'Error: {{title}}',
  home: 'Home',
  language: 'Language',
  main: 'Main',
  mistake: '{{label}} {{mistake}}',
  owner: 'Owner',
  problem: 'There is a problem',
  sign_out: 'Sign out',
  skip: 'Skip to the content',
  viewer: 'Viewer',
}

export const home = {
  title: 'Home',
  hello: 'Hello, {{name}}',
  lead: 'The pages of this Handrail instance that need no console.',
  workspaces: 'Your workspaces',
  no_console:
    'Members, guides, contacts and the outbox are managed in the console. It is not part of this installation: whoever runs the server can add it (package @handrail/console, option consoleFolder).',
  places: 'Pages',
  assistants: 'Connect an AI assistant',
  assistants_text: 'Ready configurations for Claude, Cursor, VS Code and others.',
  docs: 'API reference',
  docs_text: 'Every endpoint of the REST API, with examples to try.',
  account_text: 'Your name, password, second factor and sessions.',
}

export const error = {
  forbidden: 'This is not allowed',
  not_found: 'Page not found',
  rate_limited: 'Too many requests',
  unavailable: 'Handrail is busy',
  unreadable: 'This request cannot be read',
  internal: 'Something went wrong',
  id: 'If you contact the operator of this server, quote this request ID: <id>',
  home: 'Go to the start page',
}

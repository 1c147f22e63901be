export const fields = {
  code: 'Code',
  current_password: 'Current password',
  email: 'E-mail address',
  name: 'Name',
  new_password: 'New password',
  password: 'Password',
  password_hint: 'At least 12 characters. A few words that only you put together are best.',
  workspace: 'Name of the workspace',
  your_name: 'Your name',
}

export const sign_in = {
  title: 'Sign in',
  forgot: 'Forgot your password?',
  back: 'Back to signing in',
  again: 'Start again',
  second_factor: 'Second factor',
  one_more: 'One more step',
  type_code: 'Type the six digits that your authenticator app shows now, or one of your recovery codes.',
}

export const set_up = {
  title: 'Set up',
  welcome: 'Welcome to Handrail',
  lead: 'Create your account and the first workspace. You will own both.',
  workspace_hint: 'Usually the name of your company',
  submit: 'Set up Handrail',
  before: 'This Handrail is not set up yet',
  before_lead: 'Handrail guides your customers through their onboarding. Nobody has created the first account here.',
  before_text:
    'Do you run this server? When the program "handrail" starts, it prints a link in its terminal or log: open that link to create your account and the first workspace. It works once, for 30 minutes. Start the server again for a new link. Another program that embeds Handrail makes the link itself (issueSetUpLink).',
  before_others: 'Otherwise, ask the person who runs the server.',
  void: 'This link no longer works',
  void_text:
    'As long as there is no workspace, the program "handrail" prints a new link when it starts again. Another program that embeds Handrail makes a new one (issueSetUpLink).',
}

export const reset = {
  title: 'Choose a password',
  lead: 'For the account of <email>. You are then signed out everywhere else.',
  submit: 'Set the password',
  connected: 'Connected applications',
  disconnect:
    'Disconnect all of them. Leave this selected if somebody may have known your password: that person could have connected one of these applications',
  check_mail: 'Check your mail',
  on_its_way:
    'If there is an account for <email>, a link to choose a new password is on its way. It is valid for an hour.',
  not_there: 'No mail after a few minutes? Look in your spam folder, and check the address.',
  by_mail: 'You will get a link by mail to choose a new one.',
  send: 'Send the link',
  void: 'This link no longer works',
  ask_somebody: 'Ask the person who runs this server for a link to choose a new password.',
  ask: 'Ask the operator of this server for a link to choose a new password. The command is:',
}

export const invitation = {
  title: 'Invitation',
  void: 'This invitation no longer works',
  void_text: 'Ask the person who invited you to send it again.',
  join: 'Join {{workspace}}',
  invites: '<who> invites <email> to join this workspace as <role>.',
  have_account: 'You have an account already?',
  sign_in: 'Sign in to accept the invitation',
  signed_in_as: 'You are signed in as {{other}}, and the invitation is for {{email}}.',
  sign_out: 'Sign out, and come back here',
  accept: 'Accept the invitation',
  create: 'Create my account and join',
}

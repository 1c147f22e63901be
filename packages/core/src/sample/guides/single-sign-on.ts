import type { SampleGuide } from './sample-guide.ts'

/** For an administrator: a change that must not lock out anybody. */
export const singleSignOn: SampleGuide = {
  title: 'Roll out single sign-on',
  description: 'Move your team to your identity provider in a week, without locking anybody out. For administrators.',
  expires_after_days: null,
  completion_message:
    'Everybody signs in through your identity provider now. Keep the two break-glass accounts in a safe place.',
  sections: [
    {
      title: 'Prepare',
      description: 'Decide before you change anything.',
      steps: [
        {
          title: 'How the roll-out works',
          type: 'simple_content',
          estimated_minutes: 3,
          content: {
            markdown:
              'You will connect your identity provider, try it with a small group, and only then make it mandatory. Passwords keep working until the last step, so **every step before it can be undone**.',
          },
        },
        {
          title: 'Have these at hand',
          type: 'checklist',
          estimated_minutes: 5,
          content: {
            items: [
              'Administrator rights in Acme and in your identity provider',
              'A list of the e-mail domains that your people use',
              'Two break-glass accounts that stay outside single sign-on',
              'A date, announced to everybody, after which passwords end',
            ],
          },
        },
        {
          title: 'Tell us about your set-up',
          type: 'form',
          estimated_minutes: 4,
          content: {
            fields: [
              {
                name: 'provider',
                label: 'Identity provider',
                kind: 'choice',
                required: true,
                options: ['Microsoft Entra ID', 'Okta', 'Google Workspace', 'Keycloak', 'Another one'],
              },
              { name: 'people', label: 'How many people will sign in?', kind: 'number', required: true },
              { name: 'contact', label: 'Whom do we call if sign-in fails?', kind: 'email', required: true },
              { name: 'groups', label: 'Groups decide on roles', kind: 'checkbox', required: false },
            ],
          },
        },
      ],
    },
    {
      title: 'Connect',
      description: 'Fifteen minutes, with both consoles open side by side.',
      steps: [
        {
          title: 'Register Acme with your provider',
          type: 'video',
          estimated_minutes: 4,
          content: {
            url: 'https://videos.acme.example/sso-register',
            markdown:
              'Create an OpenID Connect application. The redirect address is `https://app.acme.example/sso/callback`; the scopes are `openid profile email`.',
          },
        },
        {
          title: 'Upload the metadata',
          type: 'file_upload',
          estimated_minutes: 3,
          content: {
            markdown:
              'Your provider offers it as a file or behind a link that ends in `.well-known/openid-configuration`.',
            accept: ['application/json', '.json', '.xml'],
          },
        },
        {
          title: 'Verify your domains',
          type: 'link',
          estimated_minutes: 6,
          content: {
            url: 'https://app.acme.example/settings/domains',
            markdown: 'Add the TXT record that is shown there. Most providers publish it within ten minutes.',
          },
        },
        {
          title: 'Sign in yourself',
          type: 'simple_content',
          estimated_minutes: 3,
          content: {
            markdown:
              'Use a private window, so that your present session stays as it is. If you see *unknown audience*, the client id in Acme is not the one of the application you just made.',
          },
        },
      ],
    },
    {
      title: 'Roll out',
      description: 'Few people first, then everybody.',
      steps: [
        {
          title: 'Pilot with five people',
          type: 'checklist',
          estimated_minutes: 5,
          content: {
            markdown: 'Choose people from different teams, and at least one who works from a phone.',
            items: [
              'All five have signed in at least once',
              'Roles are what they were before',
              'Somebody who left your provider can no longer sign in',
            ],
          },
        },
        {
          title: 'Announce it',
          type: 'simple_content',
          estimated_minutes: 3,
          content: {
            markdown:
              'A text to copy:\n\n> From Monday you sign in to Acme with your work account. Your dashboards and settings stay. If anything does not work, answer to this message.',
          },
        },
        {
          title: 'Make it mandatory',
          type: 'link',
          estimated_minutes: 6,
          content: {
            url: 'https://app.acme.example/settings/sign-in',
            markdown:
              'Switch **Require single sign-on** on. Check one break-glass account first: it is your way back if the provider is down.',
          },
        },
      ],
    },
  ],
}

import type { SampleGuide } from './sample-guide.ts'

/** For new users: from the invitation to a dashboard that colleagues look at. */
export const gettingStarted: SampleGuide = {
  title: 'Getting started with Acme Analytics',
  description: 'Connect your data, build a first dashboard and share it. About 40 minutes, in pieces if you like.',
  expires_after_days: 90,
  completion_message:
    '**Well done: your first dashboard is live.**\n\n- **Robin looks at it**\n  You hear from Robin within two working days.\n- **Your colleagues see it**\n  On Monday it is in the inbox of everybody you invited.\n\n[Open Acme Analytics](https://app.acme.example)',
  sections: [
    {
      title: 'Know your way around',
      description: 'What is where, and who does what.',
      steps: [
        {
          title: 'Welcome',
          type: 'simple_content',
          estimated_minutes: 3,
          content: {
            markdown:
              'Acme Analytics turns the data you already have into **dashboards that answer a question**. In this guide you will:\n\n1. connect one data source,\n2. build one dashboard from it,\n3. share it with one colleague.\n\nYou can stop after any step: the link in your invitation brings you back to where you were.',
          },
        },
        {
          title: 'The product in four minutes',
          type: 'video',
          estimated_minutes: 4,
          content: {
            url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
            markdown:
              'In this sample, a film of the Blender Foundation stands in for the tour: sources on the left, metrics in the middle, dashboards on the right. Captions are available.',
          },
        },
        {
          title: 'Tell us what you want to find out',
          type: 'form',
          estimated_minutes: 4,
          content: {
            markdown: 'Your answers decide which templates we propose. Your customer success manager reads them too.',
            fields: [
              { name: 'role', label: 'What do you do?', kind: 'text', required: true },
              {
                name: 'question',
                label: 'Which question should your first dashboard answer?',
                kind: 'paragraph',
                required: true,
              },
              {
                name: 'source',
                label: 'Where is the data for it today?',
                kind: 'choice',
                required: true,
                options: ['A database', 'Spreadsheets', 'A CRM', 'Somewhere else'],
              },
            ],
          },
        },
      ],
    },
    {
      title: 'Connect your data',
      description: 'One source is enough to begin with.',
      steps: [
        {
          title: 'Prepare read-only access',
          type: 'checklist',
          estimated_minutes: 5,
          content: {
            markdown: 'Acme never writes to your systems. Ask whoever runs the database for:',
            items: [
              'A user that may only read, for Acme alone',
              'The host name and port, reachable from 203.0.113.0/24',
              'The names of the two or three tables that matter',
            ],
          },
        },
        {
          title: 'Add the source',
          type: 'link',
          estimated_minutes: 6,
          content: {
            url: 'https://app.acme.example/sources/new',
            markdown:
              'Choose the kind of source, enter what you prepared, and press **Test connection**. A green tick means that we can read; the first import runs in the background and takes some minutes.',
          },
        },
        {
          title: 'Check three numbers you know',
          type: 'simple_content',
          estimated_minutes: 3,
          content: {
            markdown:
              'Before anybody trusts a dashboard, compare it with what you know: last month’s orders, active customers, revenue. If one is off by more than a rounding, look at the **time zone** of the source first; it is the reason in most cases.',
          },
        },
      ],
    },
    {
      title: 'Build and share',
      description: 'From numbers to something that people look at every Monday.',
      steps: [
        {
          title: 'Start from a template',
          type: 'simple_content',
          estimated_minutes: 3,
          content: {
            markdown:
              'Open **Dashboards → New → From a template**. Remove every chart that does not help to answer your question: the best first dashboards have three to five.',
          },
        },
        {
          title: 'Make it readable',
          type: 'checklist',
          estimated_minutes: 5,
          content: {
            items: [
              'The title is the question that it answers',
              'Each chart says its unit and its period',
              'The most important number is at the top left',
              'One sentence says what to do when it turns red',
            ],
          },
        },
        {
          title: 'Invite a colleague',
          type: 'link',
          estimated_minutes: 6,
          content: {
            url: 'https://app.acme.example/people/invite',
            markdown: 'Somebody who will tell you honestly whether they understand it. Viewers are free in every plan.',
          },
        },
      ],
    },
  ],
}

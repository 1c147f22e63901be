import type { SampleGuide } from './sample-guide.ts'

const PROJECT_LEAD = '01900000-0000-7000-8000-000000000101'
const IT = '01900000-0000-7000-8000-000000000102'
const FINANCE = '01900000-0000-7000-8000-000000000103'
/** The step with answers that wait for a review. */
export const ACCESS = '01900000-0000-7000-8000-000000000202'
const SCOPE = '01900000-0000-7000-8000-000000000203'
const READ_ONLY_USER = '01900000-0000-7000-8000-000000000201'

const working = (days: number, from: string) => ({ days, from })

/** A plan that both sides own: with roles, dates, steps of the team, a review, an approval, and sections that open later. */
export const goLive: SampleGuide = {
  title: 'Go live with Acme Analytics',
  description: 'From the kick-off to the first dashboards that your company relies on, in four weeks.',
  expires_after_days: null,
  completion_message: 'You are live. We meet in 30 days to look at what your people use.',
  target_after_days: 20,
  target_label: 'Go-live',
  roles: [
    { id: PROJECT_LEAD, name: 'Project lead', description: 'Decides, and keeps everybody informed' },
    { id: IT, name: 'IT', description: 'Looks after databases and firewalls' },
    { id: FINANCE, name: 'Finance', description: 'Knows which figures must be right' },
  ],
  sections: [
    {
      title: 'Kick-off',
      steps: [
        {
          title: 'Read how we work together',
          responsible: PROJECT_LEAD,
          due: working(1, 'enrolled'),
          estimated_minutes: 5,
          content: { markdown: 'You see what is **yours**, what is ours, and by when. Everybody works on one page.' },
        },
        {
          title: 'Hold the kick-off call',
          responsible: 'team',
          due: working(3, 'enrolled'),
          content: { markdown: 'We agree on the data, the people and the day on which you go live.' },
        },
      ],
    },
    {
      title: 'Connect your data',
      opens: 'after_previous',
      steps: [
        {
          id: ACCESS,
          title: 'Say who may see what',
          type: 'form',
          responsible: IT,
          needs_review: true,
          due: working(12, 'enrolled'),
          estimated_minutes: 10,
          content: {
            markdown: 'Every group gets exactly what you write here. We check it before we set it up.',
            fields: [
              { name: 'administrator', label: 'Who looks after sign-in?', kind: 'text', required: true },
              { name: 'everything', label: 'Which groups see everything?', kind: 'text', required: true },
              { name: 'deputy', label: 'Who stands in for the administrator?', kind: 'text', required: false },
              { name: 'first_day', label: 'Your first day', kind: 'date', required: true },
            ],
          },
        },
        {
          id: READ_ONLY_USER,
          title: 'Create a read-only user',
          type: 'checklist',
          responsible: IT,
          due: working(7, 'enrolled'),
          estimated_minutes: 10,
          content: {
            items: ['Create the user', 'Give it the right to read, and no other', 'Test that it cannot write'],
          },
        },
        {
          title: 'Allow our addresses in your firewall',
          responsible: IT,
          due: working(4, READ_ONLY_USER),
          estimated_minutes: 15,
          content: { markdown: 'Allow `192.0.2.10` and `192.0.2.11`, port 5432.' },
        },
        {
          title: 'Connect and check the data',
          responsible: 'team',
          due: working(2, 'previous'),
          content: { markdown: 'We connect with the user above, and compare the number of rows with yours.' },
        },
        {
          title: 'Check the row limit of the contract',
          responsible: 'team',
          internal: true,
          due: working(0, 'previous'),
          content: { markdown: 'The plan of the contract has a limit. Tell sales before we reach it.' },
        },
        {
          id: SCOPE,
          title: 'Approve the scope',
          type: 'approval',
          responsible: PROJECT_LEAD,
          due: working(12, 'enrolled'),
          estimated_minutes: 5,
          content: {
            markdown:
              'By the target date Acme Analytics builds:\n\n- **3 dashboards**: orders, on-time delivery, cost per shipment\n- **Daily data** from 2 warehouses\n- **Training** for up to 12 managers',
          },
        },
      ],
    },
    {
      title: 'Build your dashboards',
      opens: 'by_team',
      waiting_message: 'We open this together once your data is connected.',
      steps: [
        {
          title: 'Choose five figures',
          type: 'form',
          responsible: FINANCE,
          due: working(3, 'opened'),
          content: {
            fields: [
              { name: 'figures', label: 'Which five figures decide your month?', kind: 'paragraph', required: true },
            ],
          },
        },
        {
          title: 'Check the invoice totals',
          responsible: FINANCE,
          due: working(2, 'previous'),
          content: { markdown: 'Compare three months with your books. **Tell us each difference**, however small.' },
        },
      ],
    },
    {
      title: 'Train and go live',
      opens: 'after_previous',
      steps: [
        {
          title: 'Invite your people',
          due: working(-3, 'target'),
          content: { markdown: 'Send the address to everybody who decides by figures.' },
        },
        {
          title: 'Switch the reports over',
          responsible: PROJECT_LEAD,
          due: working(0, 'target'),
          content: { markdown: 'From today on, the weekly meeting looks at Acme.' },
        },
      ],
    },
  ],
}

import { checklist, form, text, upload } from '../steps.ts'
import type { Templates } from '../template.ts'

export const settingUp: Pick<Templates, 'kick_off' | 'data_migration' | 'payroll'> = {
  kick_off: {
    title: 'Your first two weeks',
    description:
      'Everything from your first sign-in to your first result. It takes about an hour, in as many sittings as you like.',
    completion_message: 'You are set up. Your contact person will write to you this week to see how it goes.',
    stalled_after_days: 4,
    sections: [
      {
        title: 'Say hello',
        steps: [
          text(
            'How the next two weeks work',
            3,
            'You go through **three short parts**: tell us about your goals, set up your account, and bring your team.\n\n- Stop whenever you like: everything is saved.\n- Stuck? Ask with the button below each step.',
          ),
          form('What you want to achieve', 5, {
            'What should be better in three months?': 'paragraph',
            'Who decides about this project?': 'text',
            'When do you want to go live?': 'date',
          }),
        ],
      },
      {
        title: 'Set up your account',
        steps: [
          checklist('Prepare your account', 10, [
            'Sign in for the first time',
            'Choose your language and time zone\nBoth are in your account settings.',
            'Turn on the second factor',
          ]),
          form('Connect what you use', 5, {
            'Which tools do you work with every day?': 'paragraph',
            'Do you need single sign-on?': ['Yes', 'No', 'Not sure yet'],
          }),
        ],
      },
      {
        title: 'Bring your team',
        steps: [
          checklist('Invite your colleagues', 10, [
            'Invite two people who will use it every day',
            'Name somebody who answers questions in your team',
          ]),
          text(
            'Your first result',
            5,
            'Do **one real task** from beginning to end. It shows quickest what is still missing.\n\nThen note what surprised you, and bring it to the first call.',
          ),
        ],
      },
    ],
  },
  data_migration: {
    title: 'Move your data',
    description: 'We bring your data over together, check it, and switch without losing any.',
    completion_message:
      'Your data is here. Keep the old system readable for 30 days, in case you want to look something up.',
    stalled_after_days: 3,
    sections: [
      {
        title: 'What there is',
        steps: [
          form('Where your data is', 10, {
            'Which system do you come from?': 'text',
            'About how many records are there?': 'number',
            'Who may export them?': 'email',
            'Is there data that must stay behind? ?': 'paragraph',
          }),
          checklist('Clean up first', 30, [
            'Merge duplicates',
            'Archive what nobody has used for two years',
            'Fill in missing e-mail addresses',
          ]),
        ],
      },
      {
        title: 'A test with a few',
        steps: [
          upload('Send a sample', 10, 'Export **50 records** with every column you need, and send the file here.', [
            '.csv',
            '.xlsx',
            '.json',
          ]),
          text(
            'We look at the sample',
            2,
            'Within two working days you hear from us: which columns go where, and what does not fit yet.',
          ),
          checklist('Check the result', 20, [
            'Names and accents are right',
            'Dates are the same day as before',
            'Amounts have the same decimals',
          ]),
        ],
      },
      {
        title: 'The move',
        steps: [
          upload(
            'Send everything',
            15,
            'Export everything on the agreed day. From then on, change nothing in the old system.',
            ['.csv', '.xlsx', '.json', '.zip'],
          ),
          form('Accept the result', 5, {
            'Is everything there?': ['Yes', 'Yes, with notes', 'No'],
            'Your notes ?': 'paragraph',
            'I have compared samples with the old system': 'consent',
          }),
        ],
      },
    ],
  },
  payroll: {
    title: 'Your first payroll',
    description: 'Company, people, a test run, and then the first real pay day.',
    completion_message: 'Your people are paid on time. After the first month we look at it together.',
    stalled_after_days: 4,
    sections: [
      {
        title: 'About your company',
        steps: [
          form('Company details', 8, {
            'Company name': 'text',
            'Tax number': 'text',
            'E-mail for questions': 'email',
            'How often do you pay?': ['Monthly', 'Every four weeks', 'Weekly'],
            'People on the payroll': 'number',
          }),
          upload('Your last payroll report', 5, 'We check our first run against it.', ['.pdf', '.xlsx']),
        ],
      },
      {
        title: 'Your people',
        steps: [
          upload(
            'Add your people',
            15,
            'Send a table with name, start date, salary and tax details, one person a row.',
            ['.csv', '.xlsx'],
          ),
          checklist('Check contracts and rates', 20, [
            'Every person has a contract on file',
            'Hourly rates are current',
            'Leavers have their last day',
          ]),
          text(
            'Choose your pay calendar',
            3,
            'Your pay calendar decides when people are paid and when you close their hours.\n\n- **Monthly** suits most with fixed salaries.\n- **Every four weeks** keeps hours even when shifts change.\n- **Weekly** is best for mostly hourly staff.',
          ),
        ],
      },
      {
        title: 'The first run',
        steps: [
          checklist('Do a test run', 30, [
            'Run last month again',
            'Compare the net pay of three people',
            'Send us what differs',
          ]),
          form('Ready for the first pay day', 3, { 'First pay day': 'date', 'I have checked the test run': 'consent' }),
        ],
      },
    ],
  },
}

import { checklist, form, text, upload } from '../steps.ts'
import type { Templates } from '../template.ts'

export const workingTogether: Pick<Templates, 'agency_intake' | 'first_week' | 'security_review'> = {
  agency_intake: {
    title: 'Welcome aboard',
    description: 'What we need from you so that the first meeting is already about your project.',
    completion_message: 'Thank you. We read everything before we meet.',
    stalled_after_days: 3,
    sections: [
      {
        title: 'The brief',
        steps: [
          form('Your project', 15, {
            'What is to be made?': 'paragraph',
            'Whom is it for?': 'paragraph',
            'What would be a success?': 'paragraph',
            'By when?': 'date',
            Budget: ['Up to 10,000', '10,000 to 50,000', 'More', 'To be discussed'],
          }),
          form('Who is who', 5, {
            'Who decides?': 'text',
            'Their e-mail address': 'email',
            'Who gives feedback day by day? ?': 'text',
          }),
        ],
      },
      {
        title: 'Your brand',
        steps: [
          upload('Logo and guidelines', 10, 'Vector files where you have them: SVG, PDF or AI.'),
          form('Taste', 5, {
            'Three examples that you like': 'paragraph',
            'Something that you do not want to see ?': 'paragraph',
          }),
        ],
      },
      {
        title: 'Access',
        steps: [
          checklist('Give us access', 15, [
            'Website or shop, as an editor',
            'Analytics, to read',
            'Social media, as a partner\nNever send passwords: invite us instead.',
          ]),
          text(
            'The first meeting',
            2,
            'We take **60 minutes**. You get an agenda the day before, and the notes the day after.',
          ),
        ],
      },
    ],
  },
  first_week: {
    title: 'Your first week',
    description: 'Everything you need to arrive well, day by day.',
    completion_message: 'One week done. Talk with your lead about what was good and what was missing.',
    stalled_after_days: 2,
    sections: [
      {
        title: 'Before you begin',
        steps: [
          form('About you', 5, {
            'The name you go by': 'text',
            'Emergency contact': 'text',
            'Their telephone number': 'tel',
            'Anything we should know ?': 'paragraph',
          }),
          upload('Your papers', 10, 'The signed contract, and your bank details.', ['.pdf', 'image/*']),
        ],
      },
      {
        title: 'Day one',
        steps: [
          text(
            'Where to be',
            2,
            'Somebody of your team meets you at **9:30** at the entrance, or in the video call that you got by mail.',
          ),
          checklist('Set up your place', 45, [
            'Sign in to your computer',
            'Turn on the second factor',
            'Say hello in the team channel',
          ]),
        ],
      },
      {
        title: 'The rest of the week',
        steps: [
          checklist('Meet people', 90, [
            'Coffee with your buddy',
            'Half an hour with your lead',
            'Sit in at one customer call',
          ]),
          checklist('Learn how we work', 60, [
            'Read the handbook',
            'Do the security training',
            'Find one thing in it that is out of date, and mend it',
          ]),
          form('How was it?', 5, { 'What was good?': 'paragraph', 'What was missing? ?': 'paragraph' }),
        ],
      },
    ],
  },
  security_review: {
    title: 'Security review',
    description: 'Your questions, our documents, and a decision, in one place.',
    completion_message: 'The review is done. We tell you when one of the documents changes.',
    stalled_after_days: 5,
    sections: [
      {
        title: 'What you need',
        steps: [
          form('Your requirements', 10, {
            'Which standards do you go by?': 'text',
            'Which data will you keep here?': ['Business contacts', 'Personal data', 'Special categories'],
            'Who reviews on your side?': 'email',
            'By when do you need a decision?': 'date',
          }),
          upload(
            'Your questionnaire',
            5,
            'Send your own questionnaire if you have one. We answer within five working days.',
            ['.xlsx', '.docx', '.pdf'],
          ),
        ],
      },
      {
        title: 'What we have',
        steps: [
          text(
            'How we protect your data',
            8,
            '- **Encryption** on the way and at rest\n- **Access** by role, with a second factor, and logged\n- **Backups** every day, restored as a test every quarter\n- **Incidents**: you hear from us within 24 hours',
          ),
          checklist('Read the documents', 40, [
            'Data processing agreement',
            'List of subprocessors',
            'Report of the last penetration test',
          ]),
        ],
      },
      {
        title: 'The decision',
        steps: [
          form('Open points', 10, {
            'What is still open? ?': 'paragraph',
            'Shall we talk about it?': ['Yes, please', 'Not needed'],
          }),
          form('Your decision', 3, {
            Decision: ['Approved', 'Approved with conditions', 'Not approved'],
            'Conditions ?': 'paragraph',
            'Decided by': 'text',
          }),
        ],
      },
    ],
  },
}

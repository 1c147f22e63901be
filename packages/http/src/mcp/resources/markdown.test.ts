import { expect, test } from 'vitest'
import { markdownOf } from './markdown.ts'

test('a guide as Markdown shows the description of sections and the content of steps of every type', () => {
  const guide: Parameters<typeof markdownOf>[0] = {
    id: 'guide',
    title: 'Getting\nstarted',
    description: 'Your first day',
    status: 'published',
    sections_count: 1,
    steps_count: 7,
    published_at: null,
    created_at: '',
    updated_at: '',
    completion_message: '',
    asks_effort: true,
    roles: [],
    participants_may_invite: true,
    target_after_days: null,
    target_label: '',
    sections: [
      {
        id: 'section',
        title: 'Account',
        description: 'What you need',
        position: 0,
        opens: 'at_once' as const,
        waiting_message: '',
        steps: [
          { type: 'simple_content' as const, title: 'Sign in', content: { markdown: 'Open **the app**.' } },
          { type: 'video' as const, title: 'Watch', content: { url: 'https://video.example/1' } },
          {
            type: 'embed' as const,
            title: 'Look',
            content: { url: 'https://page.example', markdown: 'Take your time.' },
          },
          { type: 'link' as const, title: 'Read', content: { url: 'https://help.example' } },
          { type: 'checklist' as const, title: 'Check', content: { items: ['Phone', 'Invite\nreceived'] } },
          {
            type: 'form' as const,
            title: 'Tell us',
            content: {
              fields: [
                { name: 'team', label: 'Team', kind: 'choice' as const, required: true, options: ['Sales', 'Support'] },
                { name: 'note', label: 'Note', kind: 'paragraph' as const, required: false },
              ],
            },
          },
          { type: 'file_upload' as const, title: 'Send', content: { accept: ['.pdf', 'image/*'] } },
        ].map((step, position) => ({
          ...step,
          id: `step ${position}`,
          position,
          estimated_minutes: position === 0 ? 3 : null,
          required: position > 1,
          responsible: 'anyone',
          internal: false,
          assignee_id: null,
          due: null,
          needs_review: false,
          reviewer_id: null,
        })),
      },
    ],
  }
  expect(markdownOf(guide)).toBe(`# Getting started

Your first day

## Account

What you need

### Sign in

3 min, Optional

Open **the app**.

### Watch

Optional

Video: <https://video.example/1>

### Look

Take your time.

Embedded page: <https://page.example>

### Read

Link: <https://help.example>

### Check

- [ ] Phone
- [ ] Invite received

### Tell us

- Team (choice, required): Sales, Support
- Note (paragraph)

### Send

File upload: .pdf, image/*
`)
})

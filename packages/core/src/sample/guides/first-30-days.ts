import type { SampleGuide } from './sample-guide.ts'

/** For a team that has started: how a new habit lasts. */
export const first30Days: SampleGuide = {
  title: 'Your first 30 days',
  description: 'Four weeks, one habit each: from a dashboard that exists to decisions that are made with it.',
  expires_after_days: 60,
  completion_message: 'A month ago there was one dashboard. Now there is a habit. **See you in the review on Monday.**',
  sections: [
    {
      title: 'Week 1: one metric',
      description: 'Agree on what you look at.',
      steps: [
        {
          title: 'Choose the metric that matters',
          type: 'simple_content',
          estimated_minutes: 3,
          content: {
            markdown:
              'A good first metric **moves within a week**, is **understood by everybody** and can be **changed by your team**. “Orders shipped on time” is one; “brand awareness” is not.',
          },
        },
        {
          title: 'Write down its definition',
          type: 'form',
          estimated_minutes: 4,
          content: {
            markdown: 'Two teams that count differently lose a month arguing. One sentence now saves it.',
            fields: [
              { name: 'metric', label: 'Name of the metric', kind: 'text', required: true },
              { name: 'definition', label: 'What counts, and what does not?', kind: 'paragraph', required: true },
              { name: 'target', label: 'Where should it be in 30 days?', kind: 'text', required: false },
            ],
          },
        },
      ],
    },
    {
      title: 'Week 2: one meeting',
      description: 'Fifteen minutes, every week, with the dashboard on the wall.',
      steps: [
        {
          title: 'How other teams run it',
          type: 'video',
          estimated_minutes: 4,
          content: {
            url: 'https://videos.acme.example/weekly-review',
            markdown: 'Three customers show their Monday review. The shortest takes nine minutes.',
          },
        },
        {
          title: 'Hold the first review',
          type: 'checklist',
          estimated_minutes: 5,
          content: {
            items: [
              'The invitation repeats weekly and links to the dashboard',
              'Somebody says what changed, and somebody else why',
              'At most two actions are written down, each with a name',
            ],
          },
        },
      ],
    },
    {
      title: 'Week 3: one alert',
      description: 'Hear of a problem before your customers do.',
      steps: [
        {
          title: 'Set a threshold',
          type: 'link',
          estimated_minutes: 6,
          content: {
            url: 'https://app.acme.example/alerts/new',
            markdown: 'Begin wide: an alert that rings every day is switched off within a week.',
          },
        },
        {
          title: 'Decide who answers',
          type: 'simple_content',
          estimated_minutes: 3,
          content: {
            markdown:
              'An alert without an owner is noise. Name **one person and one deputy**, and write the first thing to look at into the alert itself.',
          },
        },
      ],
    },
    {
      title: 'Week 4: look back',
      description: 'Keep what helped, drop the rest.',
      steps: [
        {
          title: 'Find other teams near you',
          type: 'embed',
          estimated_minutes: 2,
          required: false,
          content: {
            url: 'https://www.openstreetmap.org/export/embed.html?bbox=13.36%2C52.50%2C13.44%2C52.54&layer=mapnik',
            markdown: 'Users meet every month in several cities. Their experience is worth an evening.',
          },
        },
        {
          title: 'Plan the next 30 days',
          type: 'checklist',
          estimated_minutes: 5,
          content: {
            items: [
              'One more data source, if a question needs it',
              'One more team, invited by the first',
              'A date to look back again',
            ],
          },
        },
      ],
    },
  ],
}

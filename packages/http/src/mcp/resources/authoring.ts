import { requireAccess } from '@handrail/core/internal'
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server'
import type { Exchange } from '../protocol/protocol.ts'

const URI = 'service://authoring'
const MIME_TYPE = 'text/markdown'
const ACCESS = 'guides:write'

const RESOURCE: Resource = {
  uri: URI,
  name: 'authoring',
  title: 'How a good guide is written',
  description:
    'Rules of good guides, every type of step with an example, dates, roles and sections. Read it before writing.',
  mimeType: MIME_TYPE,
}

/** What a model reads before it writes guides. `authoring.test.ts` publishes its examples. */
const TEXT = `# How a good guide is written

A guide leads one customer, step by step, to a result they want. It has sections (chapters), and sections have steps. Customers see it on a phone, one step a page, in their own time.

## Rules

1. Name the result in the title: "Run your first payroll", not "Onboarding".
2. 5 to 15 steps, in 2 to 4 sections. Over 20, people stop.
3. A step is one thing to do, in under 10 minutes. Its title says what the customer does: "Invite your colleagues".
4. The text says why, then how, in up to 150 words: short sentences, everyday words, "you". Markdown without HTML; no heading that repeats the title.
5. Give every step \`estimated_minutes\`. Honest minutes are what people plan by.
6. Ask for nothing that you do not use, and say above each form what the answers are for. At most 8 questions in a form.
7. Put something quick and useful first. What needs others (files, approvals) comes early enough to wait for.
8. Optional steps have \`"required": false\`. Only required steps count as progress.
9. Leave no placeholder such as [name] or TODO: check_guide_draft finds them, and publishing shows them to customers.

## Types of steps

Something to read or do:

\`\`\`json
{"title": "Invite your colleagues", "type": "simple_content", "estimated_minutes": 5, "content": {"markdown": "Everybody who enters hours needs an account.\\n\\n1. Open **Settings**, then **People**.\\n2. Press **Invite**."}}
\`\`\`

A video, a page in a frame, or a link to a page elsewhere (\`url\` is required; a text says what it is about):

\`\`\`json
{"title": "See it in two minutes", "type": "video", "estimated_minutes": 2, "content": {"url": "https://video.example/tour", "markdown": "What happens on a payday."}}
\`\`\`
\`\`\`json
{"title": "Try the calculator", "type": "embed", "estimated_minutes": 4, "content": {"url": "https://example.com/calculator"}}
\`\`\`
\`\`\`json
{"title": "Connect your bank", "type": "link", "estimated_minutes": 6, "content": {"url": "https://example.com/banks", "button_label": "Open the bank's page", "markdown": "You need your online banking."}}
\`\`\`

Things to tick; further lines of an item explain it:

\`\`\`json
{"title": "Before you begin", "type": "checklist", "estimated_minutes": 3, "content": {"items": ["Find your tax number\\nIt is on the last notice", "Have your bank at hand"]}}
\`\`\`

Questions. \`kind\`: text, paragraph, email, number, date, tel, url, choice, multiple_choice, checkbox, consent. \`name\` is the key of the answer; \`options\` are for choices:

\`\`\`json
{"title": "About your company", "type": "form", "estimated_minutes": 4, "content": {"markdown": "We set up your account with this.", "fields": [{"name": "employees", "label": "How many employees do you pay?", "kind": "number", "required": true}, {"name": "rhythm", "label": "How often?", "kind": "choice", "options": ["Weekly", "Monthly"], "required": true}]}}
\`\`\`

Files from the customer; \`accept\` limits their types. With \`needs_review\`, a form or upload is done when a member has accepted it:

\`\`\`json
{"title": "Send last year's list", "type": "file_upload", "estimated_minutes": 5, "needs_review": true, "content": {"markdown": "A CSV from your former system.", "accept": [".csv", ".xlsx"]}}
\`\`\`

An agreement, which the customer gives by name:

\`\`\`json
{"title": "Agree on the rollout", "type": "approval", "estimated_minutes": 3, "content": {"markdown": "We start on the first of next month. Until then both systems run."}}
\`\`\`

## Who, and by when

- \`responsible\`: \`anyone\` (default), \`team\` (we do it; with \`"internal": true\` customers never see it), or the id of a role of the guide.
- \`due\`: \`{"days": 3, "from": "enrolled"}\`, in working days. \`from\`: enrolled, started, target, previous, opened, or the id of a step. Before the target, days are negative.
- A section \`opens\`: at_once (default), after_previous, by_team, or a rule like \`due\`.

## How to go on

create_guide_draft, check_guide_draft, mend with edit_guide_draft, preview_guide_draft for the user, publish_guide when the user agrees. Ids of steps stay when they are edited or moved; a step that is removed and made again is a new one, and customers do it again.
`

/** The resource, for callers who may write guides. */
export function authoringResources({ context }: Exchange): Resource[] {
  return context.caller.rights.has(ACCESS) ? [RESOURCE] : []
}

/** The text for its address; undefined for another address. @throws AppError `insufficient_scope` */
export function readAuthoring({ context }: Exchange, uri: string): ReadResourceResult | undefined {
  if (uri !== URI) return undefined
  requireAccess({ access: ACCESS }, context)
  return { contents: [{ uri, mimeType: MIME_TYPE, text: TEXT }] }
}

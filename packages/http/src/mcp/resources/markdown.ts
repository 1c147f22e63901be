import type { operations } from '@handrail/core'
import type { z } from 'zod'

type Guide = z.output<typeof operations.getGuide.output>['data']
type Section = Guide['sections'][number]
type Step = Section['steps'][number]

/**
 * A guide as one Markdown document: title and description, sections as chapters, steps with their content.
 */
export function markdownOf({ title, description, sections }: Guide): string {
  return `${joined([`# ${oneLine(title)}`, description, ...sections.map(sectionOf)])}\n`
}

function sectionOf({ title, description, steps }: Section): string {
  return joined([`## ${oneLine(title)}`, description, ...steps.map(stepOf)])
}

function stepOf({ title, type, content, estimated_minutes: minutes, required }: Step): string {
  const { markdown, url, items = [], fields = [], accept = [] } = content
  return joined([
    `### ${oneLine(title)}`,
    [minutes !== null && `${minutes} min`, !required && 'Optional'].filter(Boolean).join(', '),
    markdown,
    url && `${ADDRESSES[type] ?? 'Link'}: <${url}>`,
    items.map((item) => `- [ ] ${oneLine(item)}`).join('\n'),
    fields.map(fieldOf).join('\n'),
    type === 'approval' && 'Approval by the customer',
    type === 'file_upload' && `File upload${accept.length > 0 ? `: ${accept.join(', ')}` : ''}`,
  ])
}

const ADDRESSES: Partial<Record<Step['type'], string>> = { video: 'Video', embed: 'Embedded page' }

function fieldOf({ label, kind, required, options = [] }: NonNullable<Step['content']['fields']>[number]): string {
  const choice = options.length > 0 ? `: ${options.map(oneLine).join(', ')}` : ''
  return `- ${oneLine(label)} (${kind}${required ? ', required' : ''})${choice}`
}

function joined(parts: (string | undefined | false)[]): string {
  return parts.filter(Boolean).join('\n\n')
}

/** A heading or an item of a list must not contain a line break. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

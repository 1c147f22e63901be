import { answerName } from '../answer-name.ts'
import type { Template } from './template.ts'

type Step = NonNullable<Template['sections']>[number]['steps'][number]
type Field = NonNullable<NonNullable<Step['content']>['fields']>[number]

/** Something to read. */
export function text(title: string, estimated_minutes: number, markdown: string): Step {
  return { title, type: 'simple_content', estimated_minutes, content: { markdown } }
}

/** Things to tick. */
export function checklist(title: string, estimated_minutes: number, items: string[]): Step {
  return { title, type: 'checklist', estimated_minutes, content: { items } }
}

/** Questions; one that ends in `?` needs no answer. */
export function form(
  title: string,
  estimated_minutes: number,
  questions: Record<string, Field['kind'] | readonly string[]>,
): Step {
  const names: string[] = []
  const fields = Object.entries(questions).map(([asked, kind]): Field => {
    const required = !asked.endsWith(' ?')
    const label = asked.replace(/ \?$/, '')
    const name = answerName(label, names)
    names.push(name)
    return typeof kind === 'string'
      ? { name, label, kind, required }
      : { name, label, kind: 'choice', options: [...kind], required }
  })
  return { title, type: 'form', estimated_minutes, content: { fields } }
}

/** Files to send. */
export function upload(title: string, estimated_minutes: number, markdown: string, accept: string[] = []): Step {
  return { title, type: 'file_upload', estimated_minutes, content: { markdown, accept } }
}

import { z } from 'zod'
import { INTERFACE_LANGUAGES } from '../../contract/contract.ts'
import { operation } from '../../operation/operation.ts'
import { DraftContent } from '../step-content.ts'
import { loadTemplates } from '../templates/load.ts'
import { TEMPLATE_NAMES } from '../templates/template.ts'

const TemplateStep = z.object({
  title: z.string().meta({ reference: 'Title of the step.' }),
  type: z.string().meta({ reference: 'What there is to do.' }),
  estimated_minutes: z.int().optional().meta({ reference: 'How long it takes.' }),
  content: DraftContent.optional().meta({
    reference: 'What the contact sees and fills in; only in a template that was asked for by name.',
  }),
})

const GuideTemplate = z
  .object({
    name: z.enum(TEMPLATE_NAMES).meta({ reference: 'Name to ask for the whole template with.' }),
    title: z.string().meta({ reference: 'Title of the guide that it makes.' }),
    description: z.string().meta({ reference: 'What the template is for.' }),
    sections: z
      .array(
        z.object({
          title: z.string().meta({ reference: 'Title of the section.' }),
          steps: z.array(TemplateStep).meta({ reference: 'Steps of the section in their order.' }),
        }),
      )
      .meta({ reference: 'Sections in their order, with their steps.' }),
  })
  .meta({ id: 'GuideTemplate', reference: 'A guide to begin with.' })

export const listGuideTemplates = operation({
  name: 'list_guide_templates',
  summary: 'List templates of guides as outlines, or one of them whole',
  description: 'The sections of a whole one are what creating a guide takes.',
  reference: '`sections` of a whole template are what creating a guide takes.',
  access: 'guides:write',
  does: ['reads'],
  route: 'GET /guides/templates',
  status: 200,
  tool: { scope: 'guides:write', guidance: 'Adapt one with create_guide_draft.' },
  input: z.strictObject({
    name: z
      .enum(TEMPLATE_NAMES)
      .optional()
      .describe('One template, with its contents')
      .meta({ reference: 'Asks for this template alone, with the contents of its steps.' }),
    language: z.enum(INTERFACE_LANGUAGES).default('en').meta({
      reference: 'Language of the texts in the templates: `en` (the default) or another language of the interface.',
    }),
  }),
  output: z.object({
    data: z.array(GuideTemplate).meta({ reference: 'The templates, or the one that was asked for.' }),
  }),
  run: async (_context, { name, language }) => {
    const templates = await loadTemplates(language)
    return {
      data: TEMPLATE_NAMES.filter((one) => name === undefined || one === name).map((one) => {
        const { title, description = '', sections = [] } = templates[one]
        return {
          ...{ name: one, title, description },
          sections: sections.map((section) => ({
            title: section.title,
            steps: section.steps.map(({ title: named, type = 'simple_content', estimated_minutes, content }) => ({
              ...{ title: named, type },
              ...(typeof estimated_minutes === 'number' && { estimated_minutes }),
              ...(name !== undefined && content && { content }),
            })),
          })),
        }
      }),
    }
  },
})

import { z } from 'zod'
import { INTERFACE_LANGUAGES } from '../../contract/contract.ts'
import { operation } from '../../operation/operation.ts'
import { DraftContent } from '../step-content.ts'
import { loadTemplates } from '../templates/load.ts'
import { TEMPLATE_NAMES } from '../templates/template.ts'

const TemplateStep = z.object({
  title: z.string(),
  type: z.string(),
  estimated_minutes: z.int().optional(),
  content: DraftContent.optional(),
})

const GuideTemplate = z
  .object({
    name: z.enum(TEMPLATE_NAMES),
    title: z.string(),
    description: z.string(),
    sections: z.array(z.object({ title: z.string(), steps: z.array(TemplateStep) })),
  })
  .meta({ id: 'GuideTemplate' })

export const listGuideTemplates = operation({
  name: 'list_guide_templates',
  summary: 'List templates of guides as outlines, or one of them whole',
  description: 'An extension. The sections of a whole one are what creating a guide takes.',
  access: 'guides:write',
  route: 'GET /guides/templates',
  status: 200,
  tool: { scope: 'guides:write', guidance: 'Adapt one with create_guide_draft.' },
  input: z.strictObject({
    name: z.enum(TEMPLATE_NAMES).optional().describe('One template, with its contents'),
    language: z.enum(INTERFACE_LANGUAGES).default('en'),
  }),
  output: z.object({ data: z.array(GuideTemplate) }),
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

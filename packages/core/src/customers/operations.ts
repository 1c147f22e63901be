import { z } from 'zod'
import { filtersOf } from '../enrollments/list-filters.ts'
import { Cursor, Paging } from '../fields/fields.ts'
import { operation } from '../operation/operation.ts'
import { withCommas } from '../records/text.ts'
import { HEALTH_COUNTS_TO, MAX_PLANS_OF_CUSTOMER } from './contract.ts'
import { countHealths } from './counts.ts'
import { Customer, HealthCounts } from './customer.ts'
import { described } from './describe.ts'
import { CustomerFilters, CustomerOrder } from './list-input.ts'
import { nextCustomers } from './walk.ts'

export const listCustomers = operation({
  name: 'list_customers',
  summary: 'List customers: health, target, forecast, next step and who has it',
  description: `A row is an organisation with its plans that match, or a plan whose contact has no organisation. It stands at the place of its first plan in the order of the list. The row of an organisation covers its newest ${MAX_PLANS_OF_CUSTOMER} plans; each earlier one is a row of its own. A page can have fewer rows than asked for, or none: continue until \`next_cursor\` is \`null\`.`,
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /customers',
  status: 200,
  input: z.strictObject({
    ...CustomerFilters,
    ...CustomerOrder,
    per_page: Paging.per_page,
    cursor: Cursor,
  }),
  output: z.object({
    data: z.array(Customer).meta({ reference: 'The rows of this page.' }),
    counts: HealthCounts.nullable().describe(
      `Plans by health, whatever the filters, each counted up to ${withCommas(HEALTH_COUNTS_TO)}; null beyond the first page`,
    ),
    meta: z
      .object({
        per_page: z.int().meta({ reference: 'The number of rows asked for; a page can have fewer.' }),
        next_cursor: z
          .string()
          .nullable()
          .meta({ reference: 'The `cursor` of the next page; `null` at the end of the list.' }),
      })
      .meta({ reference: 'Where the list goes on.' }),
  }),
  run: async (context, { sort: by = 'health', order = 'asc', per_page, cursor = '', ...given }) => {
    const filters = filtersOf(given, context.now())
    const walk = { filters, sort: { by, order }, cursor, limit: per_page }
    const { found, next_cursor } = await nextCustomers(context, walk)
    return context.store.read(async (reader) => ({
      data: await described(reader, { workspace_id: context.caller.workspace_id, now: context.now() }, found),
      counts: cursor === '' ? await countHealths(reader, context.caller.workspace_id) : null,
      meta: { per_page, next_cursor },
    }))
  },
})

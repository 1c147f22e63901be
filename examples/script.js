// A script that uses Handrail without HTTP: it enrolls a contact, and handles the events of that in a feed.
import { createHandrail, operations } from '@handrail/core'

const handrail = await createHandrail({ database: ':memory:' })
const operator = await handrail.asSystem()
const { data: workspace } = await operator.invoke(operations.createWorkspace, { name: 'Harbour Bakery' })
const bakery = await handrail.asSystem(workspace.id)

const handled = Promise.withResolvers()
await handrail.feed('mailing-list', { types: ['enrollment.created'] }, ({ data }) => {
  console.log(`${data.contact.email} starts at ${data.url}`)
  handled.resolve()
})

const sections = [{ title: 'First day', steps: [{ title: 'Sign in' }] }]
const { data: guide } = await bakery.invoke(operations.createGuide, { title: 'Getting started', sections })
await bakery.invoke(operations.publishGuide, { id: guide.id })
const { data: contact } = await bakery.invoke(operations.createContact, {
  email: 'zoe@harbour.example',
  first_name: 'Zoé',
})
await bakery.invoke(operations.createEnrollment, { contact_id: contact.id, guide_id: guide.id })

await handled.promise
await handrail.close()

import { createHandrail, operations } from '@handrail/core'
import { expect, test } from 'vitest'
import { freePort } from '../../../../../test/free-port.ts'
import { useProgram } from '../../../../../test/program.ts'

const { run, path } = useProgram()
const { createContact, createWebhookEndpoint, createWorkspace, testWebhookEndpoint } = operations

test('commands work beside a program that has the instance open, which hears of keys; serving and restoring are refused', {
  timeout: 120_000,
}, async () => {
  const data = ['--data', path('onboarding')]
  await run(['migrate', ...data])
  const handrail = await createHandrail({ database: path('onboarding/handrail.db'), webhooks: { deliver: false } })
  try {
    const operator = await handrail.asSystem()
    const { data: workspace } = await operator.invoke(createWorkspace, { name: 'Bakery' })
    const bakery = await handrail.asSystem(workspace.id)
    const endpoint = { url: 'https://receiver.example/', events: ['contact.created'] }
    const { id } = (await bakery.invoke(createWebhookEndpoint, endpoint)).data

    expect((await run(['doctor', ...data])).stdout).toMatch(/^ok {4}Handrail /m)
    expect(await run(['backup', path('backup.db'), ...data])).toMatchObject({ code: 0 })
    const made = await run(['create-key', '--name', 'CRM', '--scopes', 'all', ...data])
    const caller = await handrail.asToken(made.stdout.trim())
    expect(await caller.invoke(createContact, { email: 'zoe@harbour.example', first_name: 'Zoé' })).toBeDefined()

    expect((await run(['rotate-key', ...data])).stdout).toContain('Everything is encrypted with the new key')
    // The secret of the endpoint is read with the new key.
    await expect(bakery.invoke(testWebhookEndpoint, { id })).resolves.toBeDefined()

    const serving = await run(['serve', '--port', String(await freePort()), ...data])
    expect([serving.code, serving.stderr]).toEqual([1, expect.stringContaining('Another Handrail instance is using')])
    const restoring = await run(['restore', path('backup.db'), ...data])
    expect([restoring.code, restoring.stderr]).toEqual([1, expect.stringContaining('Stop it, restore')])
  } finally {
    await handrail.close()
  }
  expect(await run(['restore', path('backup.db'), ...data])).toMatchObject({ code: 0 })
})

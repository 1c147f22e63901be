import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Attacker } from '../attack.ts'
import type { Answer } from '../browser.ts'

const ENDED = /"status":"(read|checked|failed|done)"/
const READ_WITHIN_MS = 120_000

/** Uploads a file and waits until it was read or has failed; then checks it if possible. */
export function importing(name: string, make: () => Promise<Buffer> | Buffer, file = 'people.xlsx'): Attack {
  return {
    name: `import: ${name}`,
    async run({ admin }: Attacker) {
      const sent = await admin.upload('create_import', { resource: 'contacts', name: file }, await make())
      if (sent.status !== 200) return [sent]
      const { id, columns } = JSON.parse(sent.text).data
      const mapping = columns.map((_: unknown, i: number) => ['email', 'first_name'][i] ?? null)
      const asked = await admin.call('check_import', { id, mapping })
      const answers: Answer[] = [sent, asked]
      for (const until = Date.now() + READ_WITHIN_MS; Date.now() < until; await sleep(100)) {
        const state = await admin.call('get_import', { id })
        if (!ENDED.test(state.text)) continue
        return [...answers, state, await admin.call('discard_import', { id })]
      }
      return [...answers, { status: 500, text: 'It was neither read nor given up within two minutes' }]
    },
  }
}

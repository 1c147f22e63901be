import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import { consumeTotpStep } from './store.ts'
import { totpStepOf } from './totp.ts'

/** @returns whether it is an unused code of the person's authenticator app */
export async function consumeTotp(
  tx: Tx,
  { sealer, now }: Context,
  user: { id: string; sealed_totp_secret: string | null },
  code: string,
): Promise<boolean> {
  if (user.sealed_totp_secret === null) return false
  const step = totpStepOf(sealer.open(user.sealed_totp_secret), code.replace(/\s/g, ''), now())
  return step !== undefined && consumeTotpStep(tx, user.id, step)
}

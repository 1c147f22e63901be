/** Transactions run one after the other. */
export function isSettled(): boolean {
  return true
}

/** A name that can stand in a policy of a page as it is. */
export function isHost(text: string): boolean {
  return /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/.test(text)
}

/** The folders below the last one that holds both files; undefined where one of them lies in that folder itself. */
function foldersApart(from, to) {
  const [one, other] = [from.split('/'), to.split('/')]
  const shared = one.findIndex((name, index) => name !== other[index])
  if (shared < 0 || one.length === shared + 1 || other.length === shared + 1) return undefined
  return { own: one.slice(0, shared + 1).join('/'), other: other.slice(0, shared + 1).join('/') }
}

/**
 * The two folders, beside each other, that an import connects, where another import connects them the other way.
 * @param counted the imports that count
 */
export function pairOf({ from, to }, counted) {
  const pair = foldersApart(from, to)
  if (!pair) return undefined
  const isBack = (one) => one.from.startsWith(`${pair.other}/`) && one.to.startsWith(`${pair.own}/`)
  return counted.some(isBack) ? pair : undefined
}

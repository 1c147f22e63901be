const MAX_NAME = 60

/** The name of an answer in exports and the API, from the question: "Company name" becomes `company_name`. */
export function answerName(label: string, taken: readonly string[], fallback = 'field'): string {
  const words = label
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  const name = (words ?? [fallback]).join('_').slice(0, MAX_NAME).replace(/_$/, '')
  let number = 1
  let free = name
  while (taken.includes(free)) free = `${name}_${++number}`
  return free
}

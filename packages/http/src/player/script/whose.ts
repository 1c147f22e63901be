/** Keeps whose steps the overview shows, and shows the same at the next visit that asks for nothing else. */
export const WHOSE = `
const whose = document.querySelector('[data-whose]')
if (whose) {
  const key = 'steps ' + document.body.dataset.home.slice(-12)
  try {
    if (location.search.includes('steps=')) localStorage.setItem(key, whose.dataset.whose)
    else if (!location.search && localStorage.getItem(key) === 'yours') location.replace('?steps=yours')
  } catch {}
}
`

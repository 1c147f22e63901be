/** Prints the page. */
export const PRINT = `
document.querySelector('[data-print]')?.addEventListener('click', () => print())
`

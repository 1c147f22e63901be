/** From 960 px on: the outline beside the content. Below, what is for wide windows alone is left out. */
export const WIDE = `
@media (max-width: 59.99rem) { .d { display: none !important; } }
@media (min-width: 60rem) {
  .pbar { min-height: 4rem; padding: 0 2rem; background: var(--sheet); border-bottom: 1px solid var(--line); }
  .wide { display: grid; grid-template-columns: 22.5rem minmax(0, 1fr); min-height: calc(100vh - 4rem); }
  .overview { grid-template-rows: auto 1fr; }
  .overview .all, .step > .d { grid-column: 1; grid-row: 1 / 3; }
  .step > .d { background: var(--sheet); border-inline-end: 1px solid var(--line); }
  .overview .all { background: var(--sheet); border-inline-end: 1px solid var(--line); }
  .head, .rest, .stepbody { grid-column: 2; width: 100%; max-width: 46rem; margin: 0 auto; padding-inline: 2rem; }
  .head { grid-row: 1; padding-top: 3rem; } .rest { grid-row: 2; padding-bottom: 3rem; } .stepbody { grid-row: 1 / 3; padding-top: 2.5rem; }
  .overview .all, .step .all { padding: 1.5rem 1rem; padding-inline-start: 1.5rem; }
  .all .outline { border: 0; border-radius: 0; background: none; overflow: visible; }
  .all .outline > * + * { border: 0; }
  .all .outline summary, .all .outline .section { min-height: 2.5rem; padding: 0.2rem 0.5rem; font-size: 0.9375rem; border-radius: 9px; }
  .all .outline .section.closed { padding-bottom: 0.7rem; } .all .outline .closed p { font-size: 0.875rem; line-height: 1.25rem; }
  .all .outline .n { font-size: 0.8125rem; }
  .all .outline ol { padding: 0 0 0.5rem; padding-inline-start: 1.85rem; }
  .all .outline li a { min-height: 2.6rem; padding: 0.3rem 0.5rem; font-size: 0.9375rem; line-height: 1.2rem; }
  .all .outline small { font-size: 0.8125rem; line-height: 1.05rem; }
  .all h2.list { margin: 0 0 0.5rem; padding: 0 0.5rem; }
  .hero { padding: 2rem; } .hero .go { width: auto; min-width: 12rem; margin-top: 0; }
  .nextup { display: flex; align-items: flex-end; justify-content: space-between; gap: 1.5rem; }
  .progress { height: 4rem; gap: 5px; } .progress i { border-radius: 4px; } .progress .gap { margin-inline-start: 10px; }
  .keep { margin-top: 1.5rem; }
  .facts { grid-template-columns: auto auto 1fr; gap: 1.5rem; }
  .duo { grid-template-columns: 1fr 1fr; margin-top: 1.5rem; }
  h1 { font-size: 2.1rem; line-height: 2.5rem; } h1.step { font-size: 1.9rem; line-height: 2.3rem; }
  .where { display: none; }
  .single { padding-top: 3rem; }
  .foot .inner { width: 100%; max-width: 42rem; margin: 0 auto; }
  .foot form, .foot .go { flex: none; } .foot form, .foot .inner > .go:not(.side) { margin-inline-start: auto; }
  .foot .go { width: auto; min-width: 13rem; min-height: 2.9rem; font-size: 1rem; } .foot .side { min-width: 0; }
  .foot .inner > .side + form, .foot .inner > .side + .go:not(.side) { margin-inline-start: auto; }
  .foot .sq { width: auto; padding: 0 1.1rem; }
  body:has(.single) .foot .inner { max-width: 31.5rem; }
  body:has(.step) .foot { inset-inline-start: 22.5rem; padding-inline: 2rem; }
}
@media (forced-colors: active) {
  .go, .btn { border-color: ButtonText; } .hero { border: 1px solid CanvasText; }
  .progress i, .thin i { forced-color-adjust: none; }
  .st.done, [aria-pressed=true] .box { forced-color-adjust: none; }
}
@media print { .foot, .where, .languages, .skip { display: none; } }
`

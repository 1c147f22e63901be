/** What is reviewed and approved. */
export const AGREEMENTS = `
:is(.st, .outline li.now .st).submitted { border: 2px solid var(--accent); color: var(--accent); background: var(--sheet); }
:is(.st, .outline li.now .st).returned { border: 2px solid var(--warn); color: var(--warn); background: var(--sheet); } .st.returned .i { width: 0.75rem; height: 0.75rem; }
.changes { display: grid; gap: 0.6rem; margin-bottom: 1.25rem; padding: 1rem; border-radius: 14px; background: var(--warn-tint); font: 1rem/1.45rem var(--sans); }
.changes b, .changes small { display: block; } .changes small { color: var(--soft); } .changes .row { gap: 0.8rem; justify-content: flex-start; } .changes .ask { color: var(--ink); }
.tochange { margin-top: 1.25rem; padding: 0.8rem 1rem 1rem; border: 2px solid var(--warn); border-radius: 14px; background: var(--sheet); } .tochange > .f { margin-top: 0.5rem; }
.change { display: flex; gap: 0.5rem; color: var(--warn); font: 600 0.9375rem/1.35rem var(--sans); } .change .i { flex: none; margin-top: 0.1rem; }
.file.tochange { margin: 0; padding: 0.65rem 0.35rem 0.65rem 0.8rem; } .file.tochange small { color: var(--warn); font-weight: 600; }
.agreed { display: grid; gap: 1rem; margin-top: 1.25rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 14px; background: var(--sheet); }
.agreed .file { color: inherit; text-decoration: none; padding-inline-end: 1rem; overflow-wrap: anywhere; } .agreed .file:hover { border-color: var(--edge); }
.hash { overflow-wrap: anywhere; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
html:not(.scripted) .with-script { display: none; }
.decide .go { min-width: 0; padding-inline: 0.75rem; }
@media (max-width: 59.99rem) { .foot .decide .side:not(.sq) { flex: 0 1 auto; } .foot .decide button.go { flex: 1 0 auto; width: auto; } }
@media print { .pbar, [data-print], .foot, .skip { display: none; } .record, .agreed { border-color: #999; } .single { max-width: none; padding: 0; } }
`

/** Files to send and what became of them; questions and answers. */
export const UPLOADS = `
.drop { display: grid; justify-items: center; gap: 0.7rem; margin-top: 1.25rem; padding: 1.25rem; border: 1.5px dashed var(--edge); border-radius: 14px; background: var(--sheet); text-align: center; font: 0.9375rem/1.4rem var(--sans); color: var(--soft); }
.choice { width: 100%; flex-wrap: wrap; gap: 0.75rem; }
.choice .go { min-height: 3rem; font-size: 1rem; } .choice .sq { flex: none; width: 3.75rem; padding: 0; }
.scripted .choice input { position: absolute; width: 1px; height: 1px; opacity: 0; }
html:not(.scripted) .choice label, html:not(.scripted) input.camera { display: none; } html:not(.scripted) .choice input { width: 100%; min-height: var(--touch); }
.choice input:focus-visible + .go, .choice label:has(+ input:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (hover: hover) and (pointer: fine) { .choice .camera { display: none; } }
.files { display: grid; gap: 0.6rem; margin-top: 1rem; scroll-margin-top: 6rem; }
.file { display: grid; grid-template-columns: 2.5rem minmax(0, 1fr) auto; align-items: center; gap: 0 0.8rem; padding: 0.65rem 0.35rem 0.65rem 0.8rem; border: 1px solid var(--line); border-radius: 12px; background: var(--sheet); font: 1rem/1.35rem var(--sans); }
.kind { display: grid; place-items: center; width: 2.5rem; height: 2.75rem; border-radius: 7px; background: var(--well); color: var(--soft); font: 650 0.75rem/1 var(--sans); }
.cut { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.file small { display: flex; gap: 0.35rem; align-items: flex-start; color: var(--soft); font: 0.875rem/1.25rem var(--sans); } .file small .i { margin-top: 0.12rem; }
.file .i-check { color: var(--accent); }
.file progress { width: 100%; height: 5px; margin: 0.35rem 0 0.15rem; }
.bare { display: grid; place-items: center; width: var(--touch); height: var(--touch); padding: 0; border: 0; background: none; color: var(--soft); cursor: pointer; } .bare .i { width: 1.2rem; height: 1.2rem; } .bare:hover { color: var(--ink); }
.file[data-state=sending] :is(form, .i-check, .i-alert), .file[data-state=sent] :is(progress, .stop, .i-alert), .file[data-state=oops] :is(form, progress, .i-check) { display: none; }
.undo, .file[data-state=removed] :is(form, .stop, progress, .i-check, .i-alert) { display: none; } .file[data-state=removed] .undo { display: inline-flex; } .file[data-state=removed] .cut { text-decoration: line-through; color: var(--soft); } .sure { grid-column: 2 / -1; display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.5rem; }
.oops, .file[data-state=oops] { border-color: var(--bad); background: var(--bad-tint); } .oops small, [data-state=oops] small { color: var(--bad); }
[data-sending=ready] .when-none, [data-sending=none] .when-ready, [data-sending=busy] .when-ready { display: none; }
.helps { display: flex; flex-wrap: wrap; align-items: start; gap: 0 1rem; margin-top: 1.75rem; padding-top: 0.5rem; border-top: 1px solid var(--line); }
.helps summary, .ask { display: inline-flex; align-items: center; gap: 0.5rem; min-height: var(--touch); color: var(--soft); font: 0.9375rem/1.4rem var(--sans); cursor: pointer; text-decoration: underline; text-underline-offset: 0.18em; } .helps summary::marker { content: ''; } .helps :is(summary, .ask):hover { color: var(--ink); }
.stuck[open] { flex: 1 0 100%; padding-bottom: 1rem; }
.person { display: flex; align-items: center; gap: 0.8rem; margin-top: 1.25rem; padding: 0.9rem 1rem; border: 1px solid var(--line); border-radius: 14px; background: var(--sheet); font: 1rem/1.4rem var(--sans); overflow-wrap: anywhere; }
.person b { display: block; } .person .grow a { display: inline-block; min-height: 1.5rem; color: var(--soft); }
.initials { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; background: var(--tint); color: var(--accent); font: 650 0.9375rem/1 var(--sans); }
.thread { display: grid; gap: 0.6rem; margin-top: 1.25rem; }
.thread li { max-width: 90%; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 14px; background: var(--sheet); font: 1rem/1.45rem var(--sans); } .thread .own { justify-self: end; background: var(--tint); border-color: transparent; }
.who { font-size: 0.875rem; } .who time { color: var(--soft); } .said { white-space: pre-line; overflow-wrap: anywhere; }
`

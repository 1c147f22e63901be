/** A step: its text, what it asks for, and the bar at its foot. */
export const STEP = `
.where { position: sticky; top: 0; z-index: 2; background: var(--ground); border-bottom: 1px solid var(--line); }
.where .row { height: 3.25rem; padding: 0 0.75rem; gap: 0; }
.where a, .where .sq { display: inline-flex; align-items: center; justify-content: center; min-width: var(--touch); min-height: var(--touch); color: var(--soft); text-decoration: none; }
.where a .i { width: 1.3rem; height: 1.3rem; }
.where b { flex: 1; text-align: center; font: 600 0.9375rem/1.4rem var(--sans); }
div.thin { display: flex; gap: 3px; padding: 0 1.25rem 0.6rem; }
.thin i { flex: 1; height: 4px; border-radius: 2px; background: var(--track); }
.thin .on { background: var(--accent); } .thin .now { background: var(--accent); opacity: 0.45; } .thin .gap { margin-inline-start: 5px; }
progress.thin { width: auto; height: 4px; margin: 0 1.25rem 0.6rem; }
.stepbody { padding: 1.25rem 1.25rem 2rem; }
.stepbody > .section { color: var(--accent); font: 600 0.9375rem/1.4rem var(--sans); margin-bottom: 0.3rem; }
.stepbody > .meta { margin: 0.5rem 0 1.25rem; } .stepbody > .go { margin-top: 1.25rem; }
.md > * + * { margin-top: 1rem; }
.md h2 { font: 650 1.2rem/1.55rem var(--sans); margin-top: 1.5rem; } .md h3, .md h4, .md h5, .md h6 { font: 650 1.0625rem/1.5rem var(--sans); margin-top: 1.25rem; }
.md ul, .md ol { display: grid; gap: 0.4rem; padding-inline-start: 1.4rem; list-style: disc; } .md ol { list-style: decimal; }
.md li::marker { color: var(--accent); }
.md img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 14px; background: var(--sheet); }
.md figcaption { margin-top: 0.4rem; color: var(--soft); font: 0.9375rem/1.35rem var(--sans); }
.md blockquote { padding: 0.85rem 1rem; border-radius: 12px; background: var(--tint); }
.md code { font: 0.92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--well); padding: 0.1em 0.3em; border-radius: 5px; overflow-wrap: anywhere; }
.md pre { margin-block: 1rem 0; padding: 0.8rem 1rem; overflow-x: auto; background: var(--well); border-radius: 12px; line-height: 1.45rem; } .md pre code { padding: 0; background: none; }
.md table { display: block; overflow-x: auto; border-collapse: collapse; } .md th, .md td { padding: 0.4rem 0.8rem; border: 1px solid var(--line); text-align: start; }
.md hr { border: 0; border-top: 1px solid var(--line); }
.md a { overflow-wrap: anywhere; }

.offer, .out { display: grid; justify-items: center; align-content: center; gap: 0.9rem; margin: 1rem 0 1.25rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 14px; background: var(--tint); text-align: center; color: var(--soft); font: 0.9375rem/1.4rem var(--sans); }
.offer { aspect-ratio: 16/9; width: 100%; min-height: 11rem; }
.offer .go, .out .go { width: auto; }
.out { background: var(--sheet); }
.frame { display: block; width: 100%; aspect-ratio: 16/9; min-height: 18rem; margin: 1rem 0 1.25rem; border: 0; border-radius: 14px; background: var(--well); scroll-margin-top: 6rem; }
.note { display: flex; gap: 0.6rem; margin-top: 1rem; padding: 0.85rem 1rem; border-radius: 12px; background: var(--tint); font: 1rem/1.45rem var(--sans); }
.note .i { margin-top: 0.25rem; color: var(--accent); }
.waits { position: fixed; inset-inline: 1rem; bottom: calc(5.5rem + env(safe-area-inset-bottom)); z-index: 4; max-width: 34rem; margin: 0 auto; color: var(--bad); }
.note.bad { background: var(--bad-tint); } .note.bad .i, .note.bad a { color: var(--bad); } .note.bad a { font-weight: 550; }

.foot { position: fixed; inset: auto 0 0; z-index: 3; padding: 0.7rem 1.25rem calc(0.7rem + env(safe-area-inset-bottom)); background: var(--sheet); border-top: 1px solid var(--line); }
.foot .inner { display: flex; align-items: center; gap: 0.75rem; }
.foot form { flex: 1; display: flex; } .foot .go { flex: 1; } .foot .side { flex: none; width: auto; }
.foot .sq { width: var(--main); padding: 0; } .foot .inner > button.go:not(.side) { order: 1; }
.foot p { font: 0.875rem/1.2rem var(--sans); color: var(--soft); } .foot b { color: var(--ink); }
.foot .inner:has(> :nth-child(3)) > .go, .foot .inner:has(> :nth-child(3)) form .go { padding-inline: 0.8rem; }
@media (max-width: 26rem) { .foot .inner:has(> :nth-child(3)) .i-arrow-right { display: none; } }
.hasfoot { padding-bottom: calc(4.7rem + env(safe-area-inset-bottom)); }
.saved { display: flex; align-items: center; gap: 0.35rem; min-height: 1.4rem; color: var(--soft); font: 0.875rem/1.4rem var(--sans); }
.saved.bad { color: var(--bad); } .saved .i { color: var(--accent); } .saved:has([role=status]:empty) .i, .saved.bad .i { visibility: hidden; }
.answers + .saved { margin-top: 1rem; }
.saved [role=status]::before { content: attr(data-saved); display: block; height: 0; overflow: hidden; visibility: hidden; }
.scripted .without-script { display: none; }

.f { display: grid; gap: 0.35rem; margin-top: 1.25rem; scroll-margin-top: 6rem; }
.label, legend.label { font: 600 1rem/1.4rem var(--sans); padding: 0; margin-bottom: 0.35rem; } .f > .label { margin: 0; }
fieldset .pick { margin-top: 0.35rem; }
legend.big { padding: 0; font: 650 1.2rem/1.55rem var(--sans); letter-spacing: -0.015em; }
.hint, .error { font-size: 0.9375rem; line-height: 1.35rem; } .hint { color: var(--soft); }
.error { display: flex; gap: 0.4rem; color: var(--bad); font-weight: 550; } .error .i { width: 1.05rem; height: 1.05rem; margin-top: 0.14rem; }
.input { width: 100%; min-height: var(--main); padding: 0.4rem 0.9rem; border: 1px solid var(--edge); border-radius: 12px; background: var(--sheet); font: 1.0625rem/1.65rem var(--sans); scroll-margin-top: 9rem; }
textarea.input { padding-block: 0.7rem; line-height: 1.5rem; resize: vertical; }
.wrong .input, .wrong .pick { border: 2px solid var(--bad); }
.pick { display: grid; border: 1px solid var(--edge); border-radius: 12px; background: var(--sheet); overflow: hidden; }
.pick label { display: flex; align-items: center; gap: 0.8rem; min-height: var(--main); padding: 0.5rem 0.9rem; font: 1rem/1.4rem var(--sans); cursor: pointer; }
.pick label + label { border-top: 1px solid var(--line); }
.pick label:has(:checked) { background: var(--tint); font-weight: 550; }
.pick label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: -3px; border-radius: 12px; }
.pick input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }

.tally { margin-top: 1.25rem; } .tally b { font-size: 1rem; }
.ticks { margin-top: 0.6rem; border: 1px solid var(--line); border-radius: 14px; background: var(--sheet); overflow: hidden; }
.ticks li { scroll-margin-top: 6rem; } .ticks li + li { border-top: 1px solid var(--line); }
.tick { display: flex; align-items: center; gap: 0.8rem; width: 100%; min-height: 3.5rem; padding: 0.75rem 1rem; border: 0; background: none; text-align: start; font: 1rem/1.4rem var(--sans); cursor: pointer; }
.tick:focus-visible { outline-offset: -3px; border-radius: 12px; }
.tick > span:last-child { min-width: 0; overflow-wrap: anywhere; }
.tick .t, .tick small { display: block; } .tick small { color: var(--soft); font: 0.9rem/1.3rem var(--sans); margin-top: 0.1rem; }
.box { flex: none; display: grid; place-items: center; width: 1.5rem; height: 1.5rem; border: 2px solid var(--edge); border-radius: 7px; background: var(--sheet); color: transparent; }
.box .i { stroke-width: 3.4; }
[aria-pressed=true] .box { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
[aria-pressed=true] .t { color: var(--soft); }
[data-ticks=open] .when-all, [data-ticks=all] .when-open { display: none; }

.ces { display: grid; grid-template-columns: repeat(7, 1fr); gap: 6px; margin-top: 1rem; }
.ces label { position: relative; display: grid; place-items: center; min-height: 3rem; border: 1px solid var(--edge); border-radius: 11px; background: var(--sheet); font: 600 1.0625rem/1.65rem var(--sans); cursor: pointer; }
.ces label:has(:checked) { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.ces label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.ces input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
.ends { display: flex; justify-content: space-between; margin-top: 0.4rem; color: var(--soft); font: 0.9rem/1.3rem var(--sans); }
.next { display: grid; margin-top: 1.5rem; border: 1px solid var(--line); border-radius: 14px; background: var(--sheet); }
.next li { display: flex; gap: 0.8rem; padding: 0.9rem 1rem; font: 1rem/1.4rem var(--sans); } .next li + li { border-top: 1px solid var(--line); }
.next .i { margin-top: 0.15rem; width: 1.15rem; height: 1.15rem; color: var(--accent); } .next small { display: block; color: var(--soft); font: 0.9375rem/1.4rem var(--sans); } .next b + a, .next small + a { display: inline-flex; align-items: center; min-height: var(--touch); margin-bottom: -0.6rem; font-size: 0.9375rem; } .more { margin-top: 0.5rem; text-align: center; } .more a { display: inline-flex; align-items: center; min-height: var(--touch); color: var(--soft); }
.list + .next { margin-top: 0; }
.sent { margin-top: 1.5rem; padding: 1rem; border: 1px solid var(--line); border-radius: 14px; background: var(--sheet); }
.sent h2 { font: 650 1.0625rem/1.5rem var(--sans); } .sent dl { display: grid; gap: 0.75rem; margin: 0.75rem 0; } .sent dt { font-size: 0.9375rem; color: var(--soft); font-weight: 400; } .sent dd { white-space: pre-line; overflow-wrap: anywhere; }
.sent-files { display: grid; gap: 0.4rem; margin-bottom: 0.75rem; overflow-wrap: anywhere; }
`

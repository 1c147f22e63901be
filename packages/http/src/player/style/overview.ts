/** The heights of the progress bars: of twenty, by their position. The policy allows no inline styles. */
const PROGRESS_STEPS = Array.from(
  { length: 20 },
  (_, index) => `.h${index + 1}{height:${22 + (78 * (index + 1)) / 20}%}`,
).join('')
/** Parts of a section that are done, in eighths. */
const EIGHTHS = Array.from(
  { length: 8 },
  (_, index) => `.q${index + 1}::after{background:conic-gradient(var(--accent) ${(index + 1) * 12.5}%,transparent 0)}`,
).join('')

/** The progress: the main card with its bars, and the outline. */
export const OVERVIEW = `
.hero { position: relative; overflow: hidden; margin-top: 1.5rem; padding: 1.25rem; border-radius: 20px; background: var(--hero); color: var(--hero-ink); }
.hero .go { margin-top: 1rem; background: var(--hero-button); color: var(--hero-on-button); }
.hero .go:hover { opacity: 0.92; }
.hero h2, .hero h1 { font: 650 1.25rem/1.65rem var(--sans); letter-spacing: -0.015em; margin-top: 0.15rem; }
.single > .hero:first-child { margin-top: 0; }
.hero h1 { font-size: 1.5rem; line-height: 1.8rem; }
.hero .meta, .hero .label { color: var(--hero-soft); }
.hero .label { font: 550 0.9375rem/1.4rem var(--sans); }
.hero .count { font: 600 0.9375rem/1.4rem var(--sans); }
.progress { display: flex; align-items: flex-end; gap: 3px; height: 2.75rem; margin: 0.75rem 0 1.25rem; }
.progress i { flex: 1; border-radius: 3px; background: var(--hero-track); }
.progress .on { background: var(--rail); }
.progress .now { box-shadow: inset 0 0 0 2px var(--rail); }
.progress .gap { margin-inline-start: 6px; }
${PROGRESS_STEPS}
progress { display: block; width: 100%; border: 0; border-radius: 99px; overflow: hidden; appearance: none; background: var(--track); color: var(--accent); }
progress::-webkit-progress-bar { background: transparent; }
progress::-webkit-progress-value { background: currentColor; }
progress::-moz-progress-bar { background: currentColor; }
progress.long { height: 0.75rem; margin: 0.9rem 0 1.25rem; background: var(--hero-track); color: var(--rail); }

.facts { display: grid; gap: 0.3rem; margin-top: 1rem; padding: 0 0.15rem; }
.facts .meta { flex-wrap: nowrap; align-items: flex-start; } .facts .i { margin-top: 0.2rem; }
.target { display: flex; gap: 0.8rem; margin-top: 1rem; padding: 0.9rem 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; font: 0.9375rem/1.4rem var(--sans); } .target > .i { flex: none; margin-top: 0.15rem; color: var(--accent); } .target div > * { display: block; }
.due { display: inline-flex; align-items: center; gap: 0.25rem; color: var(--ink); white-space: nowrap; } .stepbody .due { white-space: normal; } .due.late { color: var(--bad); } .due.late .i { width: 0.95rem; height: 0.95rem; } .hero .due, .hero .due.late { color: inherit; } :is(.nextup, .stepbody) .meta > .due { flex-basis: 100%; }
.head { padding: 0.75rem 1.25rem 0; } .head > .lead { margin: 0; font-size: 1.125rem; }
.head .md { margin-top: 0.75rem; color: var(--soft); }
.overview .all { padding: 0 1.25rem; }
.rest { padding: 0 1.25rem 2rem; }
.outline { background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
.outline > * + * { border-top: 1px solid var(--line); }
.outline summary, .outline .section { display: flex; align-items: center; gap: 0.75rem; min-height: 3.5rem; padding: 0.4rem 1rem; list-style: none; cursor: pointer; font: 600 1rem/1.35rem var(--sans); color: inherit; text-decoration: none; margin: 0; }
.outline summary::-webkit-details-marker { display: none; }
.outline summary:hover, .outline .section:hover, .outline li a:hover { background: var(--hover); }
.outline :focus-visible { outline-offset: -3px; }
.outline .n { margin-inline-start: auto; color: var(--soft); font: 0.9375rem/1.4rem var(--sans); white-space: nowrap; font-variant-numeric: tabular-nums; }
.outline .i-chevron { color: var(--soft); width: 1.1rem; height: 1.1rem; transition: transform var(--calm); }
.outline details[open] .i-chevron { transform: rotate(180deg); }
.outline .section .i-chevron { transform: rotate(-90deg); }
[dir=rtl] .outline .section .i-chevron { transform: rotate(90deg); }
.outline ol { padding: 0 0.5rem 0.6rem; padding-inline-start: 2.35rem; }
.outline li { position: relative; }
.outline li a { display: flex; align-items: center; gap: 0.75rem; min-height: 3.25rem; padding: 0.4rem 0.5rem; border-radius: 10px; color: inherit; text-decoration: none; font: 1rem/1.3rem var(--sans); }
.outline .name { min-width: 0; overflow-wrap: anywhere; }
.outline small { display: block; color: var(--soft); font: 0.875rem/1.2rem var(--sans); }
.outline li + li::before { content: ""; position: absolute; inset-inline-start: calc(0.5rem + 0.5625rem - 1px); top: calc(-50% + 0.85rem); bottom: calc(50% + 0.85rem); width: 2px; background: var(--line); border-radius: 1px; }
.outline li.done + li::before { background: var(--accent); }
.outline li.now a { background: var(--tint); font-weight: 600; }
.outline li.now .st { border: 5px solid var(--accent); background: var(--sheet); }
.st { flex: none; position: relative; display: grid; place-items: center; width: 1.125rem; height: 1.125rem; border-radius: 50%; border: 2px solid var(--edge); z-index: 1; }
.st[class*=" q"] { border-color: var(--accent); }
.st[class*=" q"]::after { content: ""; position: absolute; inset: 2px; border-radius: 50%; }
${EIGHTHS}
.st.done { border: 0; background: var(--accent); color: var(--on-accent); }
.st .i { width: 0.8rem; height: 0.8rem; stroke-width: 3.4; }

.outline .section.closed { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; align-items: start; gap: 0.4rem 0.75rem; padding: 1rem; cursor: auto; }
.outline .section.closed:hover { background: none; }
.outline .closed > .i { width: 1.125rem; height: 1.125rem; margin-top: 0.1rem; color: var(--soft); }
.outline .closed p { grid-column: 2 / -1; margin: 0; color: var(--soft); font: 0.9375rem/1.4rem var(--sans); overflow-wrap: anywhere; }
.outline .closed b { display: block; color: var(--ink); font-weight: 600; }
.outline .closed p span { display: block; }
.stepbody > .section .i { width: 1rem; height: 1rem; vertical-align: -0.15rem; }

.duo { display: grid; gap: 1rem; margin-top: 1rem; }
.person { display: flex; align-items: center; gap: 0.8rem; padding: 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; font: 0.9375rem/1.4rem var(--sans); }
.person .grow > * { display: block; }
.av { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; background: var(--tint-2); color: var(--ink); font: 600 0.85rem/1 var(--sans); }
`

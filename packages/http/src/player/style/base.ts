/** Words, links, buttons and marks. */
export const BASE = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-block: 6rem 7rem; }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); font: 1.0625rem/1.65rem var(--sans); -webkit-font-smoothing: antialiased; overflow-wrap: break-word; }
h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset, blockquote { margin: 0; padding: 0; border: 0; min-width: 0; }
ul, ol { list-style: none; }
h1, h2, h3, h4 { text-wrap: balance; }
h1 { font: 680 1.8rem/2.1rem var(--sans); letter-spacing: -0.024em; }
h1.step { font: 670 1.6rem/1.95rem var(--sans); letter-spacing: -0.02em; }
h2.list { font: 650 1.0625rem/1.65rem var(--sans); margin: 2rem 0 0.75rem; }
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-deep); }
button, input, select, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
b, strong, dt { font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.hero :focus-visible { outline-color: var(--hero-ink); }
[hidden] { display: none !important; }
.soft { color: var(--soft); font-weight: 400; }
.num { font-variant-numeric: tabular-nums; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-inline-start: 1rem; top: -5rem; padding: 0.5rem 1rem; background: var(--sheet); z-index: 9; }
.skip:focus { top: 0.5rem; }
.row { display: flex; align-items: center; gap: 0.5rem; min-width: 0; }
.between { justify-content: space-between; }
.grow { flex: 1; min-width: 0; }
.i { flex: none; width: 1rem; height: 1rem; vertical-align: -0.15em; fill: none; stroke: currentColor; stroke-width: 1.9; stroke-linecap: round; stroke-linejoin: round; }
[dir=rtl] .i-arrow-left, [dir=rtl] .i-arrow-right { transform: scaleX(-1); }
.lead { color: var(--soft); margin-top: 0.5rem; }
.meta { display: flex; flex-wrap: wrap; align-items: center; gap: 0.45rem; color: var(--soft); font: 0.9375rem/1.4rem var(--sans); }
.chip { display: inline-flex; align-items: center; gap: 0.3rem; padding: 0.05rem 0.55rem; border-radius: 99px; background: var(--tint); color: var(--accent); font-weight: 600; font-size: 0.875rem; }
.chip .i { width: 0.85rem; height: 0.85rem; }

.go { display: flex; align-items: center; justify-content: center; gap: 0.5rem; width: 100%; min-height: var(--main); padding: 0.5rem 1.25rem; border: 1px solid transparent; border-radius: 12px; background: var(--accent); color: var(--on-accent); font: 640 1.0625rem/1.35rem var(--sans); text-align: center; text-decoration: none; cursor: pointer; transition: background var(--calm); }
.go:hover { background: var(--accent-deep); color: var(--on-accent); }
.go .i { width: 1.15rem; height: 1.15rem; }
.go.side, .btn { background: var(--sheet); color: var(--ink); border: 1px solid var(--edge); font-weight: 600; }
.go.side:hover, .btn:hover { background: var(--hover); color: var(--ink); }
.btn { display: inline-flex; align-items: center; justify-content: center; gap: 0.4rem; min-height: var(--touch); padding: 0 1rem; border-color: var(--line); border-radius: 9px; font: 600 0.9375rem/1.4rem var(--sans); text-decoration: none; cursor: pointer; }
.go[aria-disabled=true] { background: var(--well); color: var(--soft); cursor: default; }

.pbar { display: flex; align-items: center; gap: 0.75rem; min-height: 3.5rem; padding: 0.5rem 1.25rem; }
.pbrand { display: flex; align-items: center; gap: 0.6rem; min-height: var(--touch); min-width: 0; font: 600 0.9375rem/1.4rem var(--sans); color: var(--ink); text-decoration: none; letter-spacing: -0.01em; }
.pbrand bdi { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.plink { display: inline-flex; flex: none; align-items: center; gap: 0.4rem; min-height: var(--touch); margin-inline-start: auto; padding: 0 0.25rem; color: var(--soft); font: 550 0.9375rem/1.4rem var(--sans); text-decoration: none; }
.plink:hover { color: var(--ink); } .plink .i { width: 1.15rem; height: 1.15rem; }
.mark { flex: none; display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 8px; object-fit: contain; font: 650 1rem/1 var(--sans); }
span.mark { background: var(--hero); color: var(--hero-ink); }
.single { max-width: 34rem; margin: 0 auto; padding: 1rem 1.25rem 2rem; }
.keep { display: flex; gap: 0.5rem; margin-top: 1.25rem; color: var(--soft); font: 0.875rem/1.25rem var(--sans); }
.keep .i { margin-top: 0.12rem; }
.languages { display: flex; flex-wrap: wrap; gap: 0 0.35rem; margin-top: 1.5rem; color: var(--soft); font: 0.9375rem/1.4rem var(--sans); }
.languages > * { min-height: var(--touch); padding: 0 0.5rem; display: inline-flex; align-items: center; }
.languages > :first-child + * { margin-inline-start: -0.5rem; }
.languages button { border: 0; background: none; color: var(--soft); text-decoration: underline; text-underline-offset: 0.18em; cursor: pointer; }
.languages button:hover { color: var(--ink); }
.address { color: var(--ink); font-weight: 600; overflow-wrap: anywhere; }
.single .md { margin-top: 0.5rem; }
.art { display: block; width: 100%; height: auto; margin: 0.5rem 0 1.5rem; border-radius: 20px; }
.sky { fill: var(--tint); } .grey { fill: var(--well); } .tread { fill: var(--accent); }
.rail { fill: none; stroke: var(--ink); stroke-linecap: round; stroke-linejoin: round; }
.gap { fill: none; stroke: var(--edge); stroke-linecap: round; }
.news { margin: 1rem 0 0; } .stepbody > .news { margin: 0 0 1.25rem; } .news .btn { width: 100%; justify-content: flex-start; min-height: var(--main); border-color: var(--accent); background: var(--tint); color: var(--ink); } .news .btn > :last-child { margin-inline-start: auto; } .news .i { color: var(--accent); }
.acts { display: grid; gap: 0.6rem; margin-top: 1.5rem; }
`

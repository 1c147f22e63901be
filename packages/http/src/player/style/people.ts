/** Who takes part, and whose a step is. */
export const PEOPLE = `
.you { display: inline-block; padding: 0.05rem 0.5rem; border-radius: 99px; background: var(--accent); color: var(--on-accent); font: 600 0.8125rem/1.2rem var(--sans); }
.st.who, .st.vacant { width: 1.5rem; height: 1.5rem; margin-inline: -0.1875rem; border: 0; background: var(--tint-2); color: var(--ink); font: 650 0.6875rem/1 var(--sans); }
.st.vacant { border: 2px dashed var(--edge); background: var(--sheet); color: var(--soft); }
.st.team { width: 1.5rem; height: 1.5rem; margin-inline: -0.1875rem; border: 0; border-radius: 6px; background: none; }
.st.team .mark { width: 1.5rem; height: 1.5rem; border-radius: 6px; font-size: 0.8125rem; }
.outline li.now .st.team { border: 0; }
.outline li.now .st.team span.mark { box-shadow: 0 0 0 1px var(--edge); }
.outline li .you + * { margin-inline-start: 0.25rem; }
.outline li.now :is(.st.who, .st.vacant) { border-width: 2px; }
.pass { margin: -0.3rem 0 0.5rem; padding-inline-start: 2.4rem; color: var(--soft); font: 0.875rem/1.5rem var(--sans); }
.outline li .pass a[href] { display: inline; min-height: 0; padding: 0; background: none; color: var(--accent); font: 600 0.875rem/1.5rem var(--sans); text-decoration: underline; }
.stepbody > .note:first-child { margin: 0 0 1.25rem; }
.whose { display: grid; grid-template-columns: 1fr 1fr; margin-bottom: 0.75rem; padding: 3px; border-radius: 12px; background: var(--well); }
.whose a { display: grid; place-items: center; min-height: var(--touch); border-radius: 10px; color: var(--soft); font: 600 0.9375rem/1.4rem var(--sans); text-decoration: none; }
.whose [aria-current] { background: var(--sheet); color: var(--ink); box-shadow: 0 1px 2px rgb(0 0 0 / 14%); }
h3.list { margin: 1rem 0 0.5rem; color: var(--soft); font: 600 0.9375rem/1.4rem var(--sans); }
.overview .outline > ol { padding: 0.5rem; }
.people, .whosestep { border: 1px solid var(--line); border-radius: 14px; background: var(--sheet); }
.people li { display: flex; align-items: center; gap: 0.8rem; padding: 0.8rem 1rem; overflow-wrap: anywhere; }
.people li + li, .people p, .whosestep > * + * { border-top: 1px solid var(--line); }
.people p { padding: 0.8rem 1rem; }
.people small, .whosestep small, .pick small { display: block; color: var(--soft); font: 0.875rem/1.25rem var(--sans); font-weight: 400; }
.whosestep { margin-bottom: 1.25rem; font: 1rem/1.4rem var(--sans); }
.whosestep > * { display: flex; flex-wrap: wrap; align-items: center; gap: 0.3rem 0.6rem; min-height: var(--touch); padding: 0.6rem 1rem; }
.whosestep > p:first-child { flex-wrap: nowrap; } .whosestep .st { margin: 0; } .whosestep .you { flex: none; }
.others .foot button.go { background: var(--sheet); color: var(--ink); border-color: var(--edge); }
.single > .section { color: var(--accent); font: 600 0.9375rem/1.4rem var(--sans); }
.thread .peer { justify-self: end; }
`

// The style sheet of all pages; the name of the font's file stands for FONT. It is longer than 150 lines on purpose: a style sheet is read as one.
export const STYLE = `
@font-face {
  font-family: Inter;
  src: url("FONT") format("woff2");
  font-weight: 100 900;
  font-display: swap;
}
:root {
  color-scheme: light dark;
  --ground: #f5f6f4;
  --sheet: #ffffff;
  --ink: #1b2421;
  --soft: #56635e;
  --line: #dde3df;
  --edge: #7f8c86;
  --accent: #0f6b5c;
  --accent-deep: #0a5246;
  --on-accent: #ffffff;
  --tint: #e6f2ef;
  --bad: #a8281e;
  --bad-tint: #fcefed;
  --shadow: 0 1px 2px rgb(20 40 34 / 6%), 0 8px 24px rgb(20 40 34 / 6%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #111715;
    --sheet: #1a2220;
    --ink: #e8eeeb;
    --soft: #a3b1ab;
    --line: #2c3733;
    --edge: #71807a;
    --accent: #6fd3bf;
    --accent-deep: #94e2d2;
    --on-accent: #08241f;
    --tint: #1c322d;
    --bad: #ff9d92;
    --bad-tint: #3a201d;
    --shadow: none;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100vh;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.55 Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
h1, h2, h3 { line-height: 1.25; text-wrap: balance; letter-spacing: -0.01em; margin: 0; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1.15rem; }
p { margin: 0; }
p + p { margin-top: 0.75rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:hover { color: var(--accent-deep); }
code, .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.92em; }
code { overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.soft { color: var(--soft); }

.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--sheet); z-index: 1; }
.skip:focus { top: 0.5rem; }
.top { display: flex; align-items: center; flex-wrap: wrap; gap: 0.5rem 1.5rem; }
.brand { display: inline-flex; align-items: center; gap: 0.6rem; font-weight: 650; font-size: 1.1rem; color: var(--ink); text-decoration: none; }
.brand img { display: block; border-radius: 8px; }

.narrow { display: flex; flex-direction: column; align-items: center; padding: clamp(1.5rem, 8vh, 5rem) 1rem 3rem; }
.narrow .top { margin-bottom: 1.5rem; }
.narrow main {
  width: 100%;
  max-width: 27rem;
  padding: clamp(1.25rem, 5vw, 2.25rem);
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 16px;
  box-shadow: var(--shadow);
}
.narrow h1 + p { margin-top: 0.5rem; }
.narrow form { margin-top: 1.5rem; }
.narrow form button { width: 100%; }
.narrow form + p { margin-top: 1.25rem; text-align: center; }
.narrow h1 ~ p:not(h1 + p, form + p) { margin-top: 0.75rem; }

.wide .top { padding: 0.75rem clamp(1rem, 4vw, 2.5rem); background: var(--sheet); border-bottom: 1px solid var(--line); }
.wide nav ul { display: flex; gap: 0.25rem; list-style: none; margin: 0; padding: 0; }
.wide nav a { display: block; padding: 0.4rem 0.75rem; border-radius: 8px; color: var(--soft); text-decoration: none; font-weight: 550; }
.wide nav a:hover { color: var(--ink); background: var(--ground); }
.wide nav a[aria-current] { color: var(--accent); background: var(--tint); }
.leave { display: flex; align-items: center; gap: 0.75rem; margin-left: auto; }
.who { color: var(--soft); max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.wide main { max-width: 52rem; margin: 0 auto; padding: clamp(1.5rem, 4vw, 2.5rem) clamp(1rem, 4vw, 1.5rem) 4rem; }
.wide h1 + p { margin-top: 0.35rem; }
section {
  margin-top: 1.5rem;
  padding: clamp(1.1rem, 3.5vw, 1.75rem);
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 14px;
  box-shadow: var(--shadow);
}
section > h2 + p { margin-top: 0.35rem; }
section + p { margin-top: 1.25rem; }
section form { margin-top: 1.1rem; max-width: 27rem; }

.field + .field { margin-top: 1.1rem; }
label { display: block; font-weight: 600; }
.hint { color: var(--soft); font-size: 0.92rem; margin: 0.1rem 0 0; }
input {
  display: block;
  width: 100%;
  margin-top: 0.35rem;
  padding: 0.6rem 0.75rem;
  min-height: 2.9rem;
  color: var(--ink);
  background: var(--sheet);
  border: 1px solid var(--edge);
  border-radius: 9px;
  font: inherit;
}
input:focus-visible { outline-offset: 0; border-color: var(--accent); border-radius: 9px; }
.wrong input { border-color: var(--bad); border-width: 2px; }
.error { color: var(--bad); font-size: 0.92rem; font-weight: 550; margin-top: 0.35rem; }
.summary { margin-top: 1.25rem; padding: 0.9rem 1.1rem; background: var(--bad-tint); border-left: 4px solid var(--bad); border-radius: 8px; }
.summary h2 { font-size: 1rem; }
.summary ul { margin: 0.35rem 0 0; padding-left: 1.1rem; }
.summary a { color: var(--bad); }
.notice { margin-top: 1.25rem; padding: 0.9rem 1.1rem; background: var(--tint); border-left: 4px solid var(--accent); border-radius: 8px; }
.notice.bad { background: var(--bad-tint); border-left-color: var(--bad); }

button {
  min-height: 2.9rem;
  padding: 0.6rem 1.25rem;
  color: var(--on-accent);
  background: var(--accent);
  border: 1px solid transparent;
  border-radius: 9px;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { background: var(--accent-deep); }
.field + button { margin-top: 1.4rem; }
button.quiet { color: var(--ink); background: transparent; border-color: var(--line); min-height: 2.4rem; padding: 0.35rem 0.9rem; font-weight: 550; }
button.quiet:hover { background: var(--ground); border-color: var(--edge); }
button.bad { color: var(--bad); }
a.button { display: inline-block; padding: 0.6rem 1.25rem; color: var(--on-accent); background: var(--accent); border-radius: 9px; font-weight: 600; text-decoration: none; }
a.button:hover { color: var(--on-accent); background: var(--accent-deep); }

.rows { list-style: none; margin: 1rem 0 0; padding: 0; }
.rows > li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.6rem 1rem; padding: 0.9rem 0; border-top: 1px solid var(--line); }
.rows > li:last-child { padding-bottom: 0; }
.rows > li > :first-child { flex: 1 1 14rem; min-width: 0; overflow-wrap: anywhere; }
.rows strong { font-weight: 600; }
.rows form { margin: 0; display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.badge { display: inline-block; padding: 0.1rem 0.55rem; border-radius: 99px; background: var(--tint); color: var(--accent); font-size: 0.85rem; font-weight: 600; }
.small { font-size: 0.92rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.applications { list-style: none; margin: 1rem 0 0; padding: 0; }
.applications > li + li { margin-top: 1.5rem; }
.applications .rows { margin-top: 0.5rem; }
.application { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; overflow-wrap: anywhere; }
.application form { margin: 0; }
h3 { font-size: 1rem; }
.copied { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; }
.copied code { flex: 0 1 auto; user-select: all; }
.codes + .copy { margin-top: 0.75rem; }
[hidden] { display: none !important; }

.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 1rem; list-style: none; margin: 1rem 0 0; padding: 0; }
.tiles li { padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: 11px; }
.tiles p { margin-top: 0.3rem; color: var(--soft); font-size: 0.95rem; }
.codes { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0.5rem 1.5rem; margin: 1rem 0 0; padding: 1rem 1.1rem; list-style: none; background: var(--ground); border: 1px solid var(--line); border-radius: 11px; }
.qr { display: block; width: 13rem; max-width: 100%; height: auto; margin: 1.25rem 0; padding: 0.75rem; background: #fff; border: 1px solid var(--line); border-radius: 11px; }
figure { margin: 1rem 0 0; border: 1px solid var(--line); border-radius: 11px; overflow: hidden; }
figcaption { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.35rem 1rem; padding: 0.35rem 0.9rem; color: var(--soft); background: var(--ground); border-bottom: 1px solid var(--line); font-size: 0.85rem; font-weight: 550; overflow-wrap: anywhere; }
pre { margin: 0; padding: 0.8rem 0.9rem; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; font-size: 0.95rem; }
figure + p { margin-top: 0.9rem; }
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; list-style: none; margin: 1.1rem 0 0; padding: 0; }
.chips a { display: block; padding: 0.3rem 0.8rem; border: 1px solid var(--line); border-radius: 99px; text-decoration: none; font-weight: 550; font-size: 0.95rem; }
.chips a:hover { border-color: var(--edge); }
.host > h2 + * { margin-top: 0.75rem; }
.host ol { margin: 0.75rem 0 0; padding-left: 1.3rem; }
.host li + li { margin-top: 0.4rem; }
dl { margin: 1rem 0 0; }
dt { font-weight: 600; }
dd { margin: 0 0 0.6rem; overflow-wrap: anywhere; }
blockquote { margin-inline: 0; white-space: pre-line; }
.choices { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.4rem; }
.choices button { margin: 0; min-height: 2.9rem; }
.after { margin-top: 1.5rem; }
details { margin-top: 1rem; }
summary { cursor: pointer; font-weight: 600; padding: 0.25rem 0; }

fieldset { margin: 1.25rem 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; }
fieldset + .hint { margin-top: 0.6rem; }
fieldset + button { margin-top: 1.25rem; }
.connected { margin: 0.35rem 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
.ticks { list-style: none; margin: 0.35rem 0 0; padding: 0; border: 1px solid var(--line); border-radius: 11px; overflow: hidden; }
.ticks li + li { border-top: 1px solid var(--line); }
.ticks label, fieldset > label { display: flex; align-items: flex-start; gap: 0.7rem; padding: 0.65rem 0.9rem; font-weight: 400; overflow-wrap: anywhere; }
fieldset > label { padding-left: 0; }
.ticks label:hover { background: var(--ground); }
.ticks .hint { display: block; }
input[type="checkbox"], input[type="radio"] { flex: none; width: 1.15rem; height: 1.15rem; min-height: 0; margin: 0.2rem 0 0; accent-color: var(--accent); }
.ticks .badge { white-space: nowrap; }
@media (min-width: 28rem) {
  .ticks .pair { display: grid; grid-template-columns: 1fr 1fr; }
  .ticks .pair label { padding-right: 0.25rem; }
  .ticks .pair label:only-child { grid-column: 1 / -1; }
}
.ticks .lacking { color: var(--soft); }
.badge.quiet { background: var(--ground); color: var(--soft); }
.badge.caution { background: var(--bad-tint); color: var(--bad); }
.address { overflow-wrap: anywhere; }
.destination { display: block; margin-top: 0.2rem; font-size: 1.3rem; line-height: 1.3; overflow-wrap: anywhere; }
.account { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.35rem 1rem; margin-top: 1.25rem; }
.narrow .account form { margin: 0; }
.narrow .account button { width: auto; }
.narrow .account > p { margin: 0; text-align: left; }
.decision { display: flex; flex-direction: column; gap: 0.6rem; margin-top: 1.5rem; }
form .decision + *, form + p { margin-top: 1.25rem; }
.decision button { margin: 0; width: 100%; min-height: 2.9rem; }

footer .languages { display: flex; justify-content: center; align-items: center; margin: 1.5rem 0 0; font-size: 0.92rem; color: var(--soft); }
footer .languages > [lang] { width: auto; min-height: 0; margin: 0; padding: 0.35rem 0.6rem; font-weight: 400; }
footer button { border: 0; background: none; color: var(--soft); text-decoration: underline; text-underline-offset: 0.15em; }
footer button:hover { background: none; color: var(--ink); }
.wide .languages { margin: -2rem 0 2rem; }

@media (max-width: 40rem) {
  .wide .top { gap: 0.5rem 1rem; }
  .wide .brand { order: 1; }
  .wide .leave { order: 2; }
  .wide nav { order: 3; flex-basis: 100%; }
  .wide nav ul { flex-wrap: wrap; gap: 0; margin-left: -0.55rem; }
  .wide nav a { padding: 0.4rem 0.55rem; font-size: 0.94rem; }
  pre { padding: 0.7rem; font-size: 0.85rem; }
  .who { display: none; }
  section form button, .rows form { width: 100%; }
  .rows form button { width: auto; }
}
@media (forced-colors: active) { button { border-color: ButtonText; } }
`

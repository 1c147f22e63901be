/** The colours, letters and measures of the player. A workspace's colour replaces those from `--accent` to `--hero-on-button`. */
export const TOKENS = `
:root {
  color-scheme: light dark;
  --ground: #f5f6f4; --sheet: #fff; --well: #edf1ee; --hover: #f2f5f3;
  --ink: #1b2421; --soft: #56635e; --line: #dde3df; --edge: #7f8c86; --track: #e0e6e2;
  --accent: #0f6b5c; --accent-deep: #0a5246; --on-accent: #fff; --tint: #e6f2ef; --tint-2: #cde5df;
  --hero: #0f6b5c; --hero-ink: #fff; --hero-soft: #cfeae3; --rail: #8fe0cd; --hero-track: rgb(255 255 255 / 24%);
  --hero-button: #fff; --hero-on-button: #0a5246;
  --bad: #a8281e; --bad-tint: #fcefed; --warn: #8a4b00; --warn-tint: #fdf1dc;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  --main: 3.25rem; --touch: 2.75rem;
  --calm: 160ms;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #111715; --sheet: #1a2220; --well: #232d2a; --hover: #202a27;
    --ink: #e8eeeb; --soft: #a3b1ab; --line: #2c3733; --edge: #71807a; --track: #2a3531;
    --accent: #6fd3bf; --accent-deep: #94e2d2; --on-accent: #08241f; --tint: #1c322d; --tint-2: #25443d;
    --hero: #14352f; --hero-ink: #eef6f3; --hero-soft: #b3d3ca; --rail: #6fd3bf; --hero-track: rgb(255 255 255 / 16%);
    --hero-button: #6fd3bf; --hero-on-button: #08241f;
    --bad: #ff9d92; --bad-tint: #3a201d; --warn: #f2bd6b; --warn-tint: #35290f;
  }
}
@media (prefers-reduced-motion: reduce) { :root { --calm: 0ms; } }
`

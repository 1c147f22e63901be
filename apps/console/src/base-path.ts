// Scripts are in `console/assets`, below the path at which the instance is served. A variable, since the bundler would take
// `new URL('..', import.meta.url)` for a file to be copied.
const scriptUrl = import.meta.url

/** The path at which the instance is served; usually empty. */
export const BASE = new URL('../..', scriptUrl).pathname.replace(/\/$/, '')

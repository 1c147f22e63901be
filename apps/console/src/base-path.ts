// Files are in `console/assets`, below the path at which the instance is served. Named apart: the bundler takes the usual
// form for a file to be copied.
const here = import.meta.url

/** The path below which the instance is served; usually empty. */
export const BASE = new URL('..', here).pathname.replace(/\/$/, '')

/** The viewer of the reference page, in gzip. The build writes it: at the same relative path from the sources and from the package. */
export const VIEWER_FILE = new URL('../dist/viewer.js.gz', import.meta.url)

/** The folder of the built documentation, which VitePress makes of `docs`. */
export const DOCUMENTATION_FOLDER = new URL('../dist/documentation', import.meta.url)

/** The package of the bridge, which the build packs. */
export const BRIDGE_FILE = new URL('../dist/mcp-bridge.tgz', import.meta.url)

/** The folder of the views of tools, which the build makes of `packages/mcp-views`: a page each. */
export const VIEW_FOLDER = new URL('../dist/views/', import.meta.url)

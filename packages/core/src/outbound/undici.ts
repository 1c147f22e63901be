// A module of its own, loaded with the first request: a bundler may give a package of CommonJS no names where it is imported dynamically.
import * as undici from 'undici'

export { undici }

// A module of its own, loaded with the first archive: a bundler may give a package of CommonJS no names where it is imported dynamically.
export { ZipFile } from 'yazl'

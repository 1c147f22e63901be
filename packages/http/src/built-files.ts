import { existsSync } from 'node:fs'

/** The folder of what the build writes beside the code: pages and files that are served as they are. */
const NAME = 'handrail-files'

/** In the package and beside a bundle that somebody has made of it, beside a bundle with its chunks in a folder of their own, and in a checkout. */
const PLACES = [`./${NAME}/`, `../${NAME}/`, `../dist/${NAME}/`].map((place) => new URL(place, import.meta.url))
const FOLDER = PLACES.find((place) => existsSync(place))

/** The address of a file or folder that the build writes, such as `views/`. In a checkout it may not be there yet. */
export function builtFile(name: string): URL {
  return new URL(name, FOLDER ?? PLACES.at(-1))
}

/** @throws Error when the files were left behind, as by a bundler: every page would fail, one visitor after the other */
export function requireBuiltFiles(): void {
  if (FOLDER || import.meta.url.endsWith('.ts')) return
  throw new Error(
    `The pages of @handrail/http need its folder dist/${NAME} beside the bundle. Copy it there: cp -r node_modules/@handrail/http/dist/${NAME} <folder of the bundle>`,
  )
}

/**
 * The address of the project: that of its repository on the web, such as `https://github.com/OWNER/handrail`, without a slash at its
 * end. It is empty as long as the project has no public place. Manifests of packed packages, the manual and the bundle for desktop
 * applications name the address that is here; while it is empty, nothing shows one, and nothing can be published.
 */
export const HOME = ''

/**
 * The fields of a manifest that say where a package comes from; none without an address.
 * @param folder of the package in the repository, such as `packages/core`
 */
export function addressesOf(folder, home = HOME) {
  if (home === '') return {}
  return {
    homepage: `${home}/tree/main/${folder}#readme`,
    bugs: `${home}/issues`,
    repository: { type: 'git', url: `git+${home}.git`, directory: folder },
  }
}

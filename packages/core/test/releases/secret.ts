/** What the databases of all releases were sealed with. */
export const RELEASE_SECRET = 'the secret of the databases of releases'

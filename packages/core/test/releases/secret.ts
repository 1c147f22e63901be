/** The secret of the databases of all releases. */
export const RELEASE_SECRET = 'the secret of the databases of releases'

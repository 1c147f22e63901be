/** The e-mail address of the owner of the sample workspace. */
export const DEMO_OWNER = 'owner@acme.example'

/** The tool that is listed while nothing else can be, and that takes the address of a browser that got lost. */
export const SIGN_IN_TOOL = {
  name: 'sign_in',
  title: 'Sign in',
  description:
    'Gives the address at which the user signs in, so that the other tools become available. Show the address to the user. If the browser ends on a page that cannot be shown, call again with the address of that page.',
  inputSchema: {
    type: 'object',
    properties: {
      redirect_address: {
        type: 'string',
        description: 'The address that the browser ended at, where it begins with http://127.0.0.1 or http://localhost',
      },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
}

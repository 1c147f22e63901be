/** A plan that allows one contact more than the initial ones. */
export const PLANS = {
  tight: { entitlements: ['api-access' as const, 'webhooks' as const], limits: { contacts: 2 } },
}

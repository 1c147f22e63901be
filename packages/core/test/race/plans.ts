/** A plan with room for one contact more than a workspace of the race has at first. */
export const PLANS = {
  tight: { entitlements: ['api-access' as const, 'webhooks' as const], limits: { contacts: 2 } },
}

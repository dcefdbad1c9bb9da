const accountNames = ['stage', 'production'] as const
export type AccountName = (typeof accountNames)[number]

export interface SandboxAccount {
  readonly name: AccountName
  readonly from: string
  readonly token: string
  readonly notificationToken: string
  /**
   * Merchants of the account. The last merchant of stage exists at the payment service but does not belong to
   * the product.
   */
  readonly merchants: readonly string[]
}

/** Invented credentials, accepted by the sandbox only. */
export const sandboxAccounts: Readonly<Record<AccountName, SandboxAccount>> = {
  stage: {
    name: 'stage',
    from: 'sandbox-client-stage',
    token: 'sandbox-token-stage-7f3a9c51d2e84b60',
    notificationToken: 'sandbox-notification-stage-1b6de0f4',
    merchants: ['demo-merchant', 'demo-outlet', 'foreign-merchant'],
  },
  production: {
    name: 'production',
    from: 'sandbox-client-production',
    token: 'sandbox-token-production-c41be7705a9d4f28',
    notificationToken: 'sandbox-notification-production-93ac27f8',
    merchants: ['demo-merchant-live'],
  },
}

export function isAccountName(text: unknown): text is AccountName {
  return text === 'stage' || text === 'production'
}

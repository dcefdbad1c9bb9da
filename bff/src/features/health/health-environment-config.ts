import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { Secret } from '../../platform/runtime/secret.ts'

/** Configuration of one environment, as far as the health page checks it. */
export interface HealthEnvironmentConfig {
  readonly name: EnvironmentName
  readonly merchantIds: readonly MerchantId[]
  readonly operatorActions: boolean
  readonly notification: {
    readonly proof: 'checksum' | 'bearer' | 'none'
    readonly token: Secret | null
    /** Former token, accepted beside the new one while the payment service changes over. */
    readonly oldToken: Secret | null
  }
}

import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { Secret } from '../platform/runtime/secret.ts'
import type { CallSpanStarter } from '../platform/runtime/trace-context.ts'
import { createOperatorActionSender, type OperatorActionSender } from './operator-actions.ts'
import type { DocumentPath } from './parsing/document-location.ts'
import { defaultUpstreamLimits } from './parsing/limits.ts'
import { createPaymentCreationSender, type PaymentCreationSender } from './payment-creation.ts'
import { createPaymentService, type PaymentService } from './payment-service.ts'
import type { UpstreamLogEntry } from './transport/call.ts'

interface ServiceAccount {
  readonly name: EnvironmentName
  readonly baseUrl: URL
  readonly clientName: Secret
  readonly token: Secret
  readonly merchantIds: readonly MerchantId[]
  readonly operatorActions: boolean
  readonly documentPaths: readonly DocumentPath[] | undefined
  readonly requests: { readonly workflows: readonly string[] } & Parameters<
    typeof createPaymentCreationSender
  >[2]
}

interface ConnectOptions {
  readonly environments: readonly ServiceAccount[]
  /** Time limit for a read with all its attempts, in ms. */
  readonly upstreamDeadlineMs: number
  /** Size limit for a file of a supporting document, in bytes. */
  readonly documentBytes: number
}

/**
 * Creates the clients of the payment service for each environment. Throws on a base address or credentials
 * that cannot be sent, without repeating them in the message.
 */
export function createPaymentServiceClients(
  config: ConnectOptions,
  log: (entry: UpstreamLogEntry) => void,
  beginCallSpan?: CallSpanStarter,
) {
  const firstByteMs = Math.min(defaultUpstreamLimits.firstByteMs, config.upstreamDeadlineMs)
  const { upstreamDeadlineMs: totalMs, documentBytes } = config
  const limits = { ...defaultUpstreamLimits, totalMs, firstByteMs, documentBytes }
  const services = new Map<EnvironmentName, PaymentService>()
  /**
   * Senders by environment, only if operator actions are on: elsewhere no code exists that could send one.
   */
  const operatorActionSenders = new Map<string, OperatorActionSender>()
  /** Senders by environment, only if the environment creates payments. */
  const paymentCreationSenders = new Map<string, PaymentCreationSender>()
  for (const { operatorActions, requests, ...own } of config.environments) {
    const { name, baseUrl, clientName, token, merchantIds, documentPaths } = own
    const environment = {
      name,
      baseUrl: baseUrl.href.replace(/\/$/, ''),
      clientName: clientName.reveal(),
      token: token.reveal(),
      merchantIds,
      ...(beginCallSpan && { beginCallSpan }),
      ...(documentPaths && { documentPaths }),
    }
    services.set(name, createPaymentService({ environment, limits, log }))
    if (operatorActions) operatorActionSenders.set(name, createOperatorActionSender(environment, limits))
    if (requests.workflows.length > 0)
      paymentCreationSenders.set(name, createPaymentCreationSender(environment, limits, requests))
  }
  return { services, operatorActionSenders, paymentCreationSenders }
}

import type { OutputChannel } from '@paydesk/shared/compliance/field-permissions'
import { maskedRecordSchema } from '@paydesk/shared/core/masked-value'
import type { Endpoint } from '@paydesk/shared/endpoints'

/** Returns the channel by which a successful answer of an endpoint leaves. */
export function exitKindOf({ stream, response }: Endpoint): OutputChannel {
  if (stream === 'text/csv') return 'csv'
  if (stream === 'text/event-stream') return 'live'
  return response === maskedRecordSchema ? 'record' : 'screen'
}

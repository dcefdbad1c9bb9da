import { labelRecordKind } from '@paydesk/shared/compliance/audit-event-text'
import type { ReactNode } from 'react'
import { AuditLogPage } from '../../features/audit-log/audit-log-page.tsx'
import { RevealProvider } from '../../features/reveals/reveal-provider.tsx'
import { RevealableValue } from '../../features/reveals/revealable-value.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'

export function AuditLogRoute(): ReactNode {
  const texts = useMessages('auditLog')
  const { kinds } = useMessages('auditEvents')
  const format = useFormatter()
  return (
    <RevealProvider>
      <AuditLogPage
        renderRecord={({ entry, about }, shown) =>
          about === null ? (
            shown
          ) : (
            // Reset with the entry: a revealed value must not stay when another entry is opened.
            <RevealableValue
              key={entry}
              what={format.text(texts.idOf, { record: labelRecordKind(about.kind, kinds) })}
              record={{ kind: 'audit_entry', entry }}
              path={['about', 'id']}
              value={about.id}
            >
              {shown}
            </RevealableValue>
          )
        }
      />
    </RevealProvider>
  )
}

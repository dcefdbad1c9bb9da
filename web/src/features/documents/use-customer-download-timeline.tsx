import type { DownloadRequestView } from '@paydesk/shared/compliance/document-downloads'
import type { Colleague } from '@paydesk/shared/core/colleague'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useMay } from '../../lib/session-context.tsx'
import { maxListedStaffRequests, StaffTextParagraph } from '../../ui/timeline/staff-request-timeline.tsx'
import {
  createCompleteTimelineSource,
  type TimelineEntry,
  type TimelineSource,
} from '../../ui/timeline/timeline-source.ts'
import { DocumentFileLink } from './document-file-link.tsx'
import { labelRequestedFile } from './labels.ts'
import { documentQueries } from './queries.ts'

interface CustomerRef {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** Returns the requests to download documents of a customer; null for a role that may not see them. */
export function useCustomerDownloadTimeline({ env, customer }: CustomerRef): TimelineSource | null {
  const enabled = useMay('document.download')
  const query = useQuery({ ...documentQueries(useApiClient()).downloadsOfCustomer(env, customer), enabled })
  const texts = useMessages('documents')
  if (!enabled) return null
  return createCompleteTimelineSource(query, ({ requests }) => ({
    isCut: requests.length >= maxListedStaffRequests,
    entries: requests.flatMap((one): TimelineEntry[] => {
      const { identity, document, file, request, answer } = one
      const link = (
        <DocumentFileLink env={env} identity={identity} document={document} file={file}>
          {texts.document}
        </DocumentFileLink>
      )
      const asked = {
        key: request,
        at: one.at,
        content: renderStep('requested', one.by, one),
        record: link,
      }
      if (answer === null) return [asked]
      const content = renderStep(answer.answer, answer.by, one)
      return [{ key: `${request}-answer`, at: answer.at, content, record: link }, asked]
    }),
  }))
}

type DownloadStep = 'requested' | 'confirm' | 'refuse'

const renderStep = (step: DownloadStep, by: Colleague, one: DownloadRequestView): ReactNode => (
  <DownloadText step={step} by={by} downloadRequest={one} />
)

interface DownloadTextProps {
  readonly step: DownloadStep
  readonly by: Colleague
  readonly downloadRequest: DownloadRequestView
}

function DownloadText({ step, by, downloadRequest }: DownloadTextProps): ReactNode {
  const { download } = useMessages('customerTimeline')
  const texts = useMessages('documents')
  const format = useFormatter()
  const name = useFormatColleagueName()(by, 'subject')
  const text = step === 'requested' ? downloadRequest.text : downloadRequest.answer?.text
  return (
    <>
      {format.parts(download[step], {
        name: <b key="name">{name}</b>,
        file: labelRequestedFile(downloadRequest, texts, format),
      })}
      <StaffTextParagraph text={text ?? null} />
    </>
  )
}

import type { StaffPermission } from '@paydesk/shared/core/permissions'
import {
  Activity,
  BellRing,
  CalendarDays,
  ChartColumn,
  ClipboardCheck,
  Download,
  FileCheck,
  FileQuestionMark,
  FileUp,
  Gavel,
  HandCoins,
  House,
  Inbox,
  KeyRound,
  MessageCircleQuestionMark,
  MonitorSmartphone,
  PackageOpen,
  Scale,
  ScrollText,
  ShieldCheck,
  Siren,
  TableProperties,
} from 'lucide-react'
import { type LocalizedEnvironment, useSession } from '../lib/session-context.tsx'

/** Every page that has an address without a record, by group, in the order of the rail. */
const navigationGroups = [
  {
    name: 'work',
    pages: [
      { to: '/$env/', name: 'home', icon: House, keys: 'g h', needs: null },
      { to: '/$env/inbox', name: 'inbox', icon: Inbox, keys: 'g j', needs: 'inbox.read' },
      { to: '/$env/review', name: 'review', icon: ClipboardCheck, keys: 'g r', needs: 'review.read' },
      { to: '/$env/decisions', name: 'decisions', icon: Gavel, keys: 'g d', needs: 'review.read' },
      {
        to: '/$env/review-figures',
        name: 'reviewFigures',
        icon: ChartColumn,
        keys: 'g f',
        needs: 'review.read',
      },
      {
        to: '/$env/questions',
        name: 'questions',
        icon: MessageCircleQuestionMark,
        keys: 'g m',
        needs: 'question.ask',
      },
      {
        to: '/$env/reconciliation',
        name: 'reconciliation',
        icon: Scale,
        keys: 'g x',
        needs: 'reconciliation.read',
      },
      {
        to: '/$env/reconciliation-report',
        name: 'dailyReport',
        icon: CalendarDays,
        keys: 'g y',
        needs: 'reconciliation.read',
      },
    ],
  },
  {
    name: 'payments',
    pages: [
      {
        to: '/$env/transactions',
        name: 'transactions',
        icon: TableProperties,
        keys: 'g t',
        needs: 'records.read',
      },
      {
        to: '/$env/payment-requests',
        name: 'paymentRequests',
        icon: HandCoins,
        keys: 'g q',
        needs: 'payment_request.read',
      },
      {
        to: '/$env/notifications',
        name: 'notifications',
        icon: BellRing,
        keys: 'g n',
        needs: 'notification_queue.read',
      },
      {
        to: '/$env/undocumented-values',
        name: 'undocumentedValues',
        icon: FileQuestionMark,
        keys: 'g u',
        needs: 'undocumented_values.read',
      },
    ],
  },
  {
    name: 'dataProtection',
    pages: [
      {
        to: '/$env/subject-access',
        name: 'subjectAccess',
        icon: PackageOpen,
        keys: 'g o',
        needs: 'subject_access.export',
      },
      {
        to: '/$env/document-downloads',
        name: 'downloads',
        icon: Download,
        keys: 'g p',
        needs: 'document.download',
      },
      {
        to: '/$env/export-requests',
        name: 'exportRequests',
        icon: FileCheck,
        keys: 'g l',
        needs: 'records.export',
      },
      { to: '/break-glass', name: 'breakGlass', icon: Siren, keys: 'g b', needs: 'break_glass.review' },
      { to: '/$env/audit-log', name: 'auditLog', icon: ScrollText, keys: 'g a', needs: 'audit.own' },
      {
        to: '/$env/field-permissions',
        name: 'fieldPermissions',
        icon: ShieldCheck,
        keys: 'g w',
        needs: 'field_permissions.read',
      },
    ],
  },
  {
    name: 'administration',
    pages: [
      { to: '/$env/imports', name: 'imports', icon: FileUp, keys: 'g i', needs: 'import.run' },
      { to: '/$env/api-keys', name: 'apiKeys', icon: KeyRound, keys: 'g k', needs: 'api_key.manage' },
      { to: '/health', name: 'health', icon: Activity, keys: 'g e', needs: 'health.read' },
      { to: '/sessions', name: 'sessions', icon: MonitorSmartphone, keys: 'g s', needs: 'session.own' },
    ],
  },
] as const satisfies readonly {
  readonly name: string
  readonly pages: readonly { readonly needs: StaffPermission | null; readonly [more: string]: unknown }[]
}[]

export type NavigationPage = (typeof navigationGroups)[number]['pages'][number]

/** Groups with the pages that this user may open; a group without any is left out. */
export function useNavigationGroups() {
  const { permissions } = useSession()
  return navigationGroups.flatMap(({ name, pages }) => {
    const open = pages.filter(({ needs }) => needs === null || permissions.includes(needs))
    return open.length === 0 ? [] : [{ name, pages: open as readonly NavigationPage[] }]
  })
}

/** Address of a page for `Link` and `navigate`. */
export function getPageAddress({ to }: NavigationPage, { name }: Pick<LocalizedEnvironment, 'name'>) {
  return to === '/health' || to === '/sessions' || to === '/break-glass'
    ? ({ to, search: { from: name } } as const)
    : ({ to, params: { env: name } } as const)
}

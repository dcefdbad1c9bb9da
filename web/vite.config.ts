import { basename, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPage } from './first-page-build.ts'
import { lateContracts } from './late-contracts.ts'
import { precompress } from './precompress.ts'
import { shortClassNames } from './short-class-names.ts'
import { smallIcons } from './small-icons.ts'

const alias = { zod: resolve(import.meta.dirname, 'small-zod.ts') }

/** Plugins of the pages and of what the server renders of them. */
const pagePlugins = () => [react(), lateContracts(), shortClassNames(), smallIcons()]

/**
 * Contracts that come in one file with others that the same people load with home: a file each would cost more in headers
 * than it holds.
 */
const contractsOfHome: Readonly<Record<string, string>> = {
  'document-downloads': 'oversight',
  documents: 'oversight',
  reveals: 'oversight',
  'subject-access': 'oversight',
  'audit-log': 'duty',
  'audit-verification': 'duty',
  'field-permissions': 'duty',
  'api-keys': 'administration',
  imports: 'administration',
  sessions: 'administration',
}

/** Returns the name of the file that a contract comes in. */
function nameContractFile(id: string): string {
  const [name = ''] = basename(id).split('.')
  return `${contractsOfHome[name] ?? name}-contract`
}

export default defineConfig({
  plugins: [pagePlugins(), precompress(), firstPage(pagePlugins, alias)],
  resolve: { alias },
  build: {
    target: 'es2024',
    // Inline no assets: the content security policy allows bytes from our own address only.
    assetsInlineLimit: 0,
    // Write the licences of third-party code to a file of their own: comments in the code do not survive.
    license: { fileName: 'licences.md' },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Alone: this file stays the same over releases that change no library.
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/](?:react-query|query-core|react-store|store|react-router|router-core|history))[\\/]|rolldown[\\/]runtime/,
            },
            // One file for the start, with what home or a customer's page needs, the styles of the frame, and the contracts of the
            // lists that the rail counts: a file each would cost more in headers, and compresses less well than one.
            {
              name: 'app',
              test: /src[\\/]main\.tsx|small-(?:zod|icon)\.|shared[\\/]src[\\/](?:core[\\/]|endpoints\.|messages[\\/](?!en|de|pseudo)|administration[\\/](?:settings|sign-in)\.|cases[\\/](?!transaction-diff|compared-text)|compliance[\\/](?:break-glass|caller-verification|identities)\.|payments[\\/](?:search|transactions|transaction-list|payment-requests|customers|notifications)\.)|src[\\/](?:layout|features[\\/](?:search|sign-in))[\\/](?:app-shell|connection-badge|favicon-choice|navigation-rail|home-page|search-box|search-suggestion-list|no-access-notice|account-panel|session-expiry-watch)\.module\.css|features[\\/]subject-access[\\/]request-button\.module\.css|routes[\\/](?:error-pages|home)\.module\.css|src[\\/]ui[\\/](?!charts[\\/]|drafts[\\/]|exports[\\/]|timeline[\\/]|table[\\/](?:data-(?!table\.module)|table-|filter-menus|pagination|list-)|forms[\\/](?:date-field|day-range|parse-date|select-menus|purpose-choice|use-purpose-and|reauthentication-prompt|step-up-fields|free-text-field|ticket-input|segmented-control)|page[\\/](?:countdown-bar|approval-|empty-state|page-header|focus-next-card|side-panel)|state[\\/](?:list-|use-(?:expiring|optimistic))|links[\\/]filter-link|home[\\/]home-work-rows)|src[\\/]features[\\/](?:identities[\\/]identity-status|questions[\\/]ask-line|audit-log[\\/]record-access-report-button)|src[\\/]lib[\\/]messages[\\/]use-format-colleague-name|lucide-react(?!.*icons[\\/](?:zoom-|bell|file-text|scan\.|rotate-ccw|contrast|columns-2|expand|move-horizontal|sun\.|undo-2|braces|book-open-check|circle-(?:alert|check)|clock-alert|hourglass|list\.|upload|user\.|users?-round|printer|sliders-horizontal|at-sign|mail|message-circle-reply|package-check|stamp|check-check|ellipsis|star\.|trash|users\.|phone-call|eye-off|minus\.|plus\.|server\.|circle-slash|chevron-down|chevrons-left\.))/,
            },
            // Other contracts come alone, with the first answer that needs them: a group below would take them along, and its
            // code with them.
            {
              name: nameContractFile,
              test: /shared[\\/]src[\\/](?:administration|compliance|payments)[\\/](?!.*-text\.|import-csv|caller-claim)/,
            },
            // One file for each language with the texts that every page needs; other texts come with their part.
            {
              name: 'en',
              test: /messages[\\/]en[\\/](?:shell|ui|lists|sign-in|search|home|review-home|record-headline)\./,
            },
            {
              name: 'de',
              test: /messages[\\/]de[\\/](?:shell|ui|lists|sign-in|search|home|review-home|record-headline)\./,
            },
            // One file for each language with texts of parts that customer, transaction and case pages share.
            {
              name: 'en-records',
              test: /messages[\\/]en[\\/](?:questions|identities|received-notifications|customers|transactions|notification-events)\./,
            },
            {
              name: 'de-records',
              test: /messages[\\/]de[\\/](?:questions|identities|received-notifications|customers|transactions|notification-events)\./,
            },
            // One file around values shown in clear, and the drafts of their forms: otherwise a customer's page would load the
            // parts of lists for the drafts alone.
            {
              name: 'clear',
              test: /src[\\/]ui[\\/](?:drafts[\\/]|forms[\\/](?:purpose-choice|use-purpose-and|reauthentication-prompt|step-up-fields)|page[\\/]countdown-bar|state[\\/]use-expiring)/,
            },
            // Tables, with the tabs above them.
            {
              name: 'table',
              test: /src[\\/]ui[\\/](?:table[\\/](?:data-table|list-tabs|table-(?!menu-content))|links[\\/]filter-link)|@tanstack[\\/](?:react-table|table-core)[\\/]/,
            },
            // One file for what lists and forms of further pages share.
            {
              name: 'lists',
              test: /src[\\/]ui[\\/](?:table[\\/](?:filter-menus|pagination|list-)|forms[\\/](?:date-field|day-range|parse-date|select-menus|free-text-field|ticket-input)|page[\\/](?:approval-form|empty-state|page-header|focus-next-card|approval-request-list)|state[\\/](?:list-|use-optimistic)|links[\\/]filter-link)/,
            },
            // Parts shared by the pages of customers, transactions and cases; then the customer's own.
            {
              name: 'records',
              test: /src[\\/](?:features[\\/](?:transactions[\\/](?!transaction-page|use-customer)|identities[\\/](?:identity-record-items|profile-item)|caller-verification[\\/](?!verification-dialog)|payment-requests[\\/]new-payment-request-link|notifications[\\/]lazy-notification-dialog|review[\\/]queue[\\/]queue-position-line))/,
            },
            {
              name: 'customer',
              test: /src[\\/](?:features[\\/](?:customers[\\/](?!embedded-history|customer-timeline|customer-history-export)|identities[\\/]customer-identity)|routes[\\/]payments[\\/]customers\.customer\.lazy)/,
            },
            // Labels and lists of audit events, for all pages that show events.
            { name: 'seen', test: /src[\\/]features[\\/]audit-log[\\/](?:labels|audit-event-summary-list)/ },
            // One file for each language with the texts of the cards that few roles have.
            { name: 'en-duty', test: /messages[\\/]en[\\/](?:audit-log-home|field-permissions-home)\./ },
            { name: 'de-duty', test: /messages[\\/]de[\\/](?:audit-log-home|field-permissions-home)\./ },
            // One file for the lists of work on home.
            {
              name: 'home-work',
              test: /src[\\/](?:ui[\\/](?:home[\\/]home-work-rows|exports[\\/]queries)|features[\\/](?:review[\\/]oldest-cases|payment-requests[\\/]waiting-requests|exports[\\/]export-requests-card))/,
            },
            // One file for the line about health on home.
            { name: 'health', test: /src[\\/]features[\\/]health[\\/]health-(?:home-summary|status-label)/ },
            // One file for charts, with those of home: alone each would cost as much in headers.
            {
              name: 'charts',
              test: /src[\\/](?:ui[\\/]charts[\\/](?!sparkline|line-path)|features[\\/](?:review[\\/]figures[\\/](?:sla-trend|figures\.module)|transaction-list[\\/]transaction-trend|break-glass[\\/]break-glass-figures)|routes[\\/]home-charts)/,
            },
            // One file for the tiles of who runs Paydesk, which no other role loads.
            {
              name: 'administration',
              test: /src[\\/](?:routes[\\/]home-administration-tiles|features[\\/](?:api-keys|health|sessions)[\\/][a-z-]+-home-tile)/,
            },
            // One file for the cards of home that few roles have.
            {
              name: 'duty',
              test: /src[\\/](?:routes[\\/]home-oversight|features[\\/](?:break-glass[\\/]break-glass-card|reveals[\\/]unusual-access-alert-card|subject-access[\\/](?:subject-access-card|request-button)|field-permissions[\\/]masking-proof-home-summary|audit-log[\\/]audit-log-home-summary))/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': 'http://localhost:4480',
      '/auth': 'http://localhost:4480',
      '/help/problems': 'http://localhost:4480',
      '/return': 'http://localhost:4480',
      '/v1': 'http://localhost:4480',
    },
  },
})

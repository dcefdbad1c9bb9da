import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanZod } from './lean-zod.ts'
import { precompress } from './precompress.ts'

export default defineConfig({
  plugins: [react(), leanZod(), precompress()],
  build: {
    target: 'es2024',
    // Nothing inlined: every byte comes from our own address, as the content policy asks.
    assetsInlineLimit: 0,
    // What others wrote is named with its licence, at an address of its own: notes in the code do not survive.
    license: { fileName: 'licences.md' },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // First of all: zod is configured before a contract is made, and layers are named before they are used.
            { name: 'contracts', test: /zod|shared[\\/]src|ui[\\/](?:tokens|base)\.css/ },
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/](?:react-query|query-core|react-store|store|react-router|router-core|history))[\\/]|src[\\/]lib[\\/]api[\\/]/,
            },
            // What every page is made of is one file: a file for each would weigh more in headers than in code.
            {
              name: 'ui',
              test: /src[\\/]ui[\\/](?!charts[\\/]|table[\\/]data-(?!table\.module)|forms[\\/](?:purpose-choice|reauthentication-prompt)|page[\\/]countdown-bar)|lucide-react/,
            },
            // Around what is shown in clear for a while: few pages, one file.
            {
              name: 'clear',
              test: /src[\\/]ui[\\/](?:forms[\\/](?:purpose-choice|reauthentication-prompt)|page[\\/]countdown-bar)/,
            },
            // What the start needs stays with the start, whoever else needs it too.
            { name: 'app', tags: ['$initial'] },
            {
              name: 'table',
              test: /src[\\/]ui[\\/]table[\\/]data-table|@tanstack[\\/](?:react-table|table-core|react-virtual|virtual-core)[\\/]/,
            },
            // What the pages of customers, transactions and review items share, and the customer's own: the same reason.
            {
              name: 'records',
              test: /src[\\/](?:features[\\/](?:transactions[\\/](?!transaction-page)|identities[\\/](?:record-facts|profile-fact)|questions[\\/]ask-line|caller-verification[\\/]|audit-log[\\/]record-access-button\.)|routes[\\/](?:forbidden-page|payment-request-slot|ask-question-slot|caller-verification-slot|record-access-slot|notification-dialog-slot|queue-position-slot))/,
            },
            {
              name: 'customer',
              test: /src[\\/](?:features[\\/](?:customers[\\/]|subject-access[\\/]request-export|identities[\\/](?:customer-identity|identity-summary))|routes[\\/](?:customer-route|subject-export-slot))/,
            },
            // Words and lists of deeds, wherever deeds are told.
            { name: 'seen', test: /src[\\/]features[\\/]audit-log[\\/](?:labels|audit-event-list)/ },
            // The cards of home that few roles have: one file, for the same reason.
            {
              name: 'duty',
              test: /src[\\/]features[\\/](?:documents[\\/]downloads-summary|break-glass[\\/]break-glass-(?:card|figures)|reveals[\\/]reveal-alert-card|subject-access[\\/]subject-access-card|field-permissions[\\/]masking-proof-home-summary|audit-log[\\/]audit-log-home-summary)/,
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
